import type { ChainVerdict, OperationLogRow } from '@sluice/contract'
import { create } from 'zustand'
import { useText } from '../../lib/text/text.ts'
import { Glyph } from '../../parts/icon/glyphs.tsx'

/** What the last verification that this person asked for has found. */
export const useVerdict = create<{ verdict: ChainVerdict | null }>()(() => ({ verdict: null }))

/** Lines are sealed within seconds; where some were not sealed yet, those as young as this may be among them. */
const SEALING_MS = 60_000

export type NodeState = 'verified' | 'open' | 'broken'

/** What is known of a line in the chain: nothing before a verification, and nothing of lines written after it. */
export function nodeOf({ id, ts }: Pick<OperationLogRow, 'id' | 'ts'>, verdict: ChainVerdict | null): NodeState {
  if (!verdict) return 'open'
  if (verdict.broken) return verdict.broken.operId === id ? 'broken' : 'open'
  const until = Date.parse(verdict.verifiedTime) - (verdict.unsealed > 0 ? SEALING_MS : 0)
  return Date.parse(ts) <= until ? 'verified' : 'open'
}

const WORDS = { verified: 'log.nodeVerified', open: 'log.nodeOpen', broken: 'log.nodeBroken' } as const

/** The node of a line on the chain, left of its time. */
export function ChainNode({ row }: { row: OperationLogRow }) {
  const { t } = useText()
  const state = useVerdict(({ verdict }) => nodeOf(row, verdict))
  return (
    <span className={`chain-node ${state}`} role="img" aria-label={t(WORDS[state])} title={t(WORDS[state])}>
      {state === 'broken' && <Glyph name="level4" toned />}
    </span>
  )
}

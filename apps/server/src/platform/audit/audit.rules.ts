import { createHash } from 'node:crypto'
import type { CHAIN_BREAKS } from '@sluice/contract'

/** A place in the chain of sealed lines. `hash` is SHA-256, 32 bytes. */
export interface ChainLink {
  seq: number
  hash: Buffer
}

/** Before the first line. */
export const CHAIN_START: ChainLink = { seq: 0, hash: Buffer.alloc(32) }

/** The link of a line: its hash covers the one before it and the whole line as canonical text. */
export function nextLink(previous: ChainLink, line: string): ChainLink {
  return { seq: previous.seq + 1, hash: createHash('sha256').update(previous.hash).update(line, 'utf8').digest() }
}

/** What is wrong with the chain of the log. */
export type BreakReason = (typeof CHAIN_BREAKS)[number]

export interface ChainBreak {
  because: BreakReason
  /** Id of the line, where there is one. */
  operId: string | null
  seq: number | null
}

/** A seal as stored, with its line; `line` is null when the line was deleted. */
export interface SealedLine {
  seq: number
  operId: string
  hash: Buffer
  line: string | null
}

/** The first break in a run of seals that should follow `previous`, or the link they end with. */
export function followChain(previous: ChainLink, seals: readonly SealedLine[]): ChainBreak | ChainLink {
  let at = previous
  for (const { seq, operId, hash, line } of seals) {
    if (seq !== at.seq + 1) return { because: 'seal-missing', operId: null, seq: at.seq + 1 }
    if (line === null) return { because: 'line-missing', operId, seq }
    const next = nextLink(at, line)
    if (!next.hash.equals(hash)) return { because: 'line-changed', operId, seq }
    at = next
  }
  return at
}

export function isBreak(found: ChainBreak | ChainLink): found is ChainBreak {
  return 'because' in found
}

const SECRET_NAME = /(password|passwd|pwd|secret|token|hash|apikey|privatekey|recoverycodes?)$/i
const MASK = '***'

/**
 * A copy in which texts under a name that suggests a secret are masked: many people read the log, and it is stored for
 * years.
 */
export function maskSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskSecrets)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, isSecret(name, inner) ? MASK : maskSecrets(inner)]),
  )
}

function isSecret(name: string, value: unknown): boolean {
  return SECRET_NAME.test(name) && (typeof value === 'string' || Array.isArray(value))
}

import { type Waiting, type WaitingItem, type WaitingSign, waitingNow } from '@sluice/contract'
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { usePermission } from '../../lib/access/access.tsx'
import { answerKey, useAnswer } from '../../lib/api/answer.ts'
import { onLive } from '../../lib/live/live.ts'
import { formatNumber } from '../../lib/text/reading-format.ts'
import { byName, t } from '../../lib/text/text.ts'
import type { GlyphName } from '../../parts/icon/glyphs.tsx'
import type { StateTone } from '../../parts/reading/status-chip.tsx'

const POLL_MS = 15_000
/** The store writes what was reported within half a second; reports that arrive together ask once. */
const SOON_MS = 1_000

/** The level's own sign; an unconfirmed command and silence have theirs (docs/spec/look.md#2.4). */
export const SIGN_FACES: Readonly<Record<WaitingSign, { glyph: GlyphName; tone: StateTone }>> = {
  LEVEL4: { glyph: 'level4', tone: 'level4' },
  LEVEL3: { glyph: 'level3', tone: 'level3' },
  UNCONFIRMED: { glyph: 'unconfirmed', tone: 'unconfirmed' },
  LEVEL2: { glyph: 'level2', tone: 'level2' },
  LEVEL1: { glyph: 'level1', tone: 'level1' },
  SILENT: { glyph: 'offline', tone: 'offline' },
}

/** What waits for somebody; asked again soon after a fault begins or ends, or a command takes a step. */
export function useWaiting(): UseQueryResult<Waiting> {
  const client = useQueryClient()
  const may = usePermission(['device:list'])
  useEffect(() => {
    const faultsOf = new Map<string, string>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void client.invalidateQueries({ queryKey: answerKey(waitingNow) })
      }, SOON_MS)
    }
    const leave = onLive((event) => {
      if (event.type === 'command') soon()
      if (event.type !== 'device') return
      const { deviceId, faults, status } = event.state
      const now = `${status} ${faults.map(({ code }) => code).join(' ')}`
      if (faultsOf.get(deviceId) !== now) soon()
      faultsOf.set(deviceId, now)
    })
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [client])
  return useAnswer(waitingNow, may ? {} : null, { everyMs: POLL_MS, silent: true })
}

/** An item's identity in a list. */
export const keyOf = ({ kind, id, deptId }: WaitingItem): string => `${kind} ${id} ${deptId}`

/** What an item is about: the device, or what its silent slaves have in common. */
export function titleOf({ kind, n, deviceName }: WaitingItem): string {
  if (kind === 'SILENCE') return t('waiting.silent', { n: formatNumber(n, 0) })
  return deviceName ?? t('waiting.unseen')
}

/** What is the matter with it. */
export function detailOf({ kind, n, deviceName, code, level, opening }: WaitingItem): string {
  if (kind === 'SILENCE') return deviceName ?? t('waiting.unseen')
  if (kind === 'COMMAND') {
    const wanted = opening === null ? '' : ` ${formatNumber(opening, 0)} %`
    return `${byName('enum.commandStatus.TIMEOUT')} · ${byName(`command.${code}`, code)}${wanted}`
  }
  if (n > 0) return t('waiting.withSlaves', { n: formatNumber(n, 0) })
  return `${byName(`fault.${code}`, code)} · ${byName(`enum.level.${level}`)}`
}

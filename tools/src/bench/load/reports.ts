import { type Sl651Element, sl651, sl651Confirm, sl651Element, type Sl651Message, sl651Uplink } from '@sluice/codecs'
import { DEFAULT_ZONE, localTimeOf } from '@sluice/kit'

export const HOUR_MS = 3_600_000

/** Station address number `n`, from 1. */
export function addressOf(n: number): string {
  return String(n).padStart(10, '0')
}

/** @throws when the element cannot hold it */
export function element(id: string, value: number | string): Sl651Element {
  const made = sl651Element(id, value)
  if (!made) throw new Error(`element ${id} cannot be ${value}`)
  return made
}

/** The status word of a healthy station, and of one with a forced door (S01). */
const ALL_WELL = '00000080'
export const TAMPERED = '00000000'

/**
 * A timed report of a level station: water level, rain, battery and status. It has no observation time, so its values
 * have the send time: to the second, and a station may report every second without two reports of one time. All frames
 * have the same length.
 */
export function reportOf(
  address: string,
  serial: number,
  at: number,
  level: number,
  { status = ALL_WELL, more = [] }: { status?: string; more?: readonly Sl651Element[] } = {},
): Sl651Message {
  return sl651Uplink(
    { center: 1, station: address, password: '0000' },
    { serial: serial & 0xffff, sendTime: localTimeOf(at, DEFAULT_ZONE) },
    '32',
    {
      kind: 'report',
      station: address,
      stationType: '48',
      obsTime: null,
      timeStep: null,
      elements: [
        element('39', level),
        element('20', (serial % 50) / 10),
        element('38', 12 + (serial % 40) / 100),
        element('45', status),
        ...more,
      ],
    },
  )
}

export function frameOf(message: Sl651Message): Uint8Array {
  const frame = sl651.encode(message)
  if (!frame.ok) throw new Error(`a report cannot be written: ${frame.error.kind} at ${frame.error.at}`)
  return frame.value
}

/** Bytes of the answer to a report: the same for all. */
export function confirmBytes(): number {
  const report = reportOf(addressOf(1), 1, Date.UTC(2026, 0), 1)
  const confirm = sl651Confirm(report, report.sendTime ?? '', 'EOT')
  if (!confirm) throw new Error('a report has no answer')
  return frameOf(confirm).length
}

/**
 * The first send time of a run: in the current hour, as in normal operation (older reports would each mark a rollup for
 * recomputation). From there every report of a station is one second later.
 */
export function firstSendTime(now: number): number {
  return Math.max(Math.floor(now / HOUR_MS) * HOUR_MS, now - 20 * 60_000)
}

import type { Command, HistoryPoint } from '@sluice/contract'

/** Epoch ms and percent. */
export type DayPoint = readonly [number, number]

/** A longer time without a report is a gap: no line over missing data. */
const GAP_MS = 90 * 60_000

/** Steps between reports, broken where the device was silent; the newest value is drawn up to the present. */
export function provenLine(points: readonly HistoryPoint[], present: { v: number; at: number } | null): DayPoint[][] {
  const known = points.flatMap(({ t, v, q }) =>
    typeof v === 'number' && q !== 'BAD' ? [[Date.parse(t), v] as const] : [],
  )
  const lines: DayPoint[][] = []
  for (const [time, value] of known) {
    const line = lines.at(-1)
    const before = line?.at(-1)
    if (!line || !before || time - before[0] > GAP_MS) lines.push([[time, value]])
    else line.push([time, before[1]], [time, value])
  }
  const last = lines.at(-1)
  const end = last?.at(-1)
  if (last && end && present && present.at > end[0] && present.at - end[0] <= GAP_MS)
    last.push([present.at, end[1]], [present.at, present.v])
  return lines
}

/** The commanded positions: each until the next command, or until it ended without proof. */
export function askedLine(commands: readonly Command[], from: number, to: number): DayPoint[][] {
  const asked = commands
    .flatMap((command) => {
      const opening = command.target?.opening
      return typeof opening === 'number' && command.sentTime ? [{ at: Date.parse(command.sentTime), opening }] : []
    })
    .toSorted((a, b) => a.at - b.at)
    .filter(({ at }) => at <= to)
  const begun = asked.findLastIndex(({ at }) => at < from)
  const shown = begun < 0 ? asked : asked.slice(begun)
  const line: DayPoint[] = []
  for (const { at, opening } of shown) {
    const before = line.at(-1)
    const time = Math.max(at, from)
    if (before) line.push([time, before[1]])
    line.push([time, opening])
  }
  const last = line.at(-1)
  return last ? [[...line, [to, last[1]]]] : []
}

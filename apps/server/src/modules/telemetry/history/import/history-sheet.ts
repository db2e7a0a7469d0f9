import {
  type Conversion,
  type exportHistory,
  type history,
  historyGaps,
  type HistoryPoint,
  isKnownPoint,
  leastStepMs,
  type MissingSpan,
  missingSpans,
  type OutputOf,
  type SheetWords,
} from '@sluice/contract'
import { type Gap, GapFinder } from '@sluice/kit'
import type { z } from 'zod'
import type { Connection, Database } from '../../../../platform/db/db.ts'
import { DEVICE_MARK, type ScopedDeviceId } from '../../../../platform/resource/scoped.ts'
import { wordsOf } from '../../../../platform/sheet/export-job.ts'
import type { Cell, SheetColumn } from '../../../../platform/sheet/sheet.ts'
import { cellOf } from '../../../../platform/sheet/sheet-fields.ts'
import { conversionIn, toldIn } from '../../../../platform/sheet/sheet-units.ts'
import type { SheetJob, SheetSource } from '../../../../platform/sheet/sheet-job.ts'
import { metricsOfDevices } from '../device-metric.store.ts'
import { type StoredKeys, storedKeysOf, valueUnder } from '../former-keys.ts'
import { type DeviceFacts, historyAsked, readHistory } from '../history.service.ts'
import { countReports, streamReports } from '../../telemetry.store.ts'

const MINUTE_MS = 60_000

/** How the values of a metric are told, where that is not as they are stored. */
type WayOf = (key: string) => Conversion | undefined

export type HistorySheet = z.output<typeof exportHistory.input>

const columnOf = (name: string, words: SheetWords, width: number): SheetColumn => ({
  heading: words.labels[name] ?? name,
  width,
})
const timeCell = (t: string, words: SheetWords, zone: string): Cell =>
  cellOf({ kind: t.length > 10 ? 'time' : 'date' }, 't', { t }, words, zone)

function valueCell(value: HistoryPoint['v'] | undefined, words: SheetWords): Cell {
  if (typeof value === 'boolean') return value ? words.yes : words.no
  return value ?? null
}

/** After the values: which metrics miss, until when, and for how long. */
const gapColumns = (words: SheetWords): SheetColumn[] => [
  columnOf('gap', words, 20),
  columnOf('gapTo', words, 20),
  columnOf('gapMinutes', words, 14),
]
const NO_GAP: readonly Cell[] = [null, null, null]

/** The line of a gap: at the time from which values miss, and without one of them. */
function gapLine({ from, to, keys, of }: MissingSpan & { of: number }, day: boolean, words: SheetWords, zone: string) {
  const cell = (at: number) => timeCell(new Date(at).toISOString().slice(0, day ? 10 : undefined), words, zone)
  const names = keys.map((key) => words.labels[key] ?? key).join(', ')
  return [cell(from), ...Array.from({ length: of }, () => null), names, cell(to), Math.round((to - from) / MINUTE_MS)]
}

/** The gaps of each metric in all reports of the range. */
async function reportGaps(tx: Connection, deviceId: ScopedDeviceId, { keys, range, leastMs, storedKeys }: ReportGaps) {
  const found = new Map(keys.map((key) => [key, { finder: new GapFinder(leastMs), gaps: [] as Gap[] }]))
  for await (const batch of streamReports(tx, deviceId, range)) {
    for (const { t, readings, quality } of batch) {
      for (const [key, { finder, gaps }] of found) {
        const stored = storedKeys(key)
        const v = valueUnder(readings, stored)
        if (v !== undefined && isKnownPoint({ v, q: valueUnder(quality, stored) }))
          gaps.push(...finder.add(Date.parse(t)))
      }
    }
  }
  return missingSpans([...found].map(([key, { finder, gaps }]) => [key, [...gaps, ...finder.end()]]))
}
type ReportGaps = Pick<ReturnType<typeof historyAsked>, 'keys' | 'range'> & { leastMs: number; storedKeys: StoredKeys }

/** Every report of the range, however many there are, with a line for each gap between them. */
function reportSheet(
  deviceId: ScopedDeviceId,
  input: HistorySheet,
  leastMs: number,
  words: SheetWords,
  wayOf: WayOf,
): SheetSource {
  const { keys, range } = historyAsked(input)
  return {
    columns: [columnOf('t', words, 20), ...keys.map((key) => columnOf(key, words, 14)), ...gapColumns(words)],
    count: (tx) => countReports(tx, deviceId, range),
    async *rows(tx, zone) {
      const storedKeys = await storedKeysOf(tx, deviceId)
      let spans = await reportGaps(tx, deviceId, { keys, range, leastMs, storedKeys })
      for await (const batch of streamReports(tx, deviceId, range))
        yield batch.flatMap(({ t, readings }) => {
          const later = spans.findIndex(({ from }) => from > Date.parse(t))
          const due = spans.slice(0, later < 0 ? spans.length : later)
          spans = spans.slice(due.length)
          return [
            ...due.map((span) => gapLine({ ...span, of: keys.length }, false, words, zone)),
            [
              timeCell(t, words, zone),
              ...keys.map((key) => toldIn(valueCell(valueUnder(readings, storedKeys(key)), words), wayOf(key))),
              ...NO_GAP,
            ],
          ]
        })
    },
  }
}

const STATS = ['min', 'max', 'delta', 'bad', 'gapFrom'] as const

/** The range as the screen shows it: a line per time, with a column per metric. */
function answerSheet(answer: OutputOf<typeof history>, words: SheetWords, wayOf: WayOf): SheetSource {
  const { bucket, series } = answer
  const columns = Object.entries(series).flatMap(([key, points]) => [
    { key, stat: 'v' as const, name: key },
    ...(bucket === 'RAW' ? [] : STATS)
      .filter((stat) => points.some((point) => point[stat] !== undefined && point[stat] !== null))
      .map((stat) => ({ key, stat, name: `${key}.${stat}` })),
  ])
  const byKey = new Map(Object.entries(series).map(([key, points]) => [key, new Map(points.map((p) => [p.t, p]))]))
  const spans = missingSpans(Object.entries(series).map(([key, points]) => [key, historyGaps(points, answer)]))
  const times = [...new Set(Object.values(series).flatMap((points) => points.map(({ t }) => t)))]
  const lines = [...spans.map((span) => ({ at: span.from, span })), ...times.map((t) => ({ at: Date.parse(t), t }))]
  return {
    columns: [columnOf('t', words, 20), ...columns.map(({ name }) => columnOf(name, words, 14)), ...gapColumns(words)],
    count: () => Promise.resolve(lines.length),
    rows: (_tx, zone) => [
      lines
        .toSorted((a, b) => a.at - b.at)
        .map((line) => {
          if ('span' in line) return gapLine({ ...line.span, of: columns.length }, bucket === 'DAY', words, zone)
          const cells = columns.map(({ key, stat }) => {
            const value = byKey.get(key)!.get(line.t)?.[stat]
            return stat === 'gapFrom' && typeof value === 'string'
              ? timeCell(value, words, zone)
              : stat === 'bad'
                ? valueCell(value, words)
                : toldIn(valueCell(value, words), wayOf(key), stat === 'delta')
          })
          return [timeCell(line.t, words, zone), ...cells, ...NO_GAP]
        }),
    ],
  }
}

/**
 * A range of history as a sheet.
 * @throws AppError as `readHistory`.
 */
export async function historySheet(
  db: Database,
  deviceId: ScopedDeviceId,
  input: HistorySheet,
  device: DeviceFacts,
): Promise<SheetJob> {
  const { format, words: given, startTime, endTime, bucket, keys } = input
  const words = wordsOf(given)
  const metricOf = words.units ? (await metricsOfDevices(db, [deviceId], DEVICE_MARK))(deviceId) : undefined
  const wayOf: WayOf = (key) => conversionIn(metricOf?.(key)?.unit, key, words)
  const source =
    bucket === 'RAW'
      ? reportSheet(deviceId, input, leastStepMs({ bucket, ...device }), words, wayOf)
      : answerSheet(await readHistory(db, deviceId, input, device), words, wayOf)
  const facts = { deviceId, keys, startTime, endTime, bucket }
  return { title: words.title ?? 'history', format, facts, source }
}

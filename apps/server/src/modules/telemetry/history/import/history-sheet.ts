import {
  type Conversion,
  type exportHistory,
  type history,
  historyGaps,
  type HistoryPoint,
  type HistoryStep,
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
import type { Scope } from '../../../../platform/http/session.ts'
import { DEVICE_MARK, type ScopedDeviceId } from '../../../../platform/resource/scoped.ts'
import { wordsOf } from '../../../../platform/sheet/export-job.ts'
import type { Cell, SheetColumn } from '../../../../platform/sheet/sheet.ts'
import { cellOf } from '../../../../platform/sheet/sheet-fields.ts'
import { conversionIn, toldIn } from '../../../../platform/sheet/sheet-units.ts'
import type { SheetJob, SheetSource } from '../../../../platform/sheet/sheet-job.ts'
import { metricsOfDevices } from '../device-metric.store.ts'
import { storedKeysOf, valueUnder } from '../former-keys.ts'
import { type DeviceFacts, historyAsked, readHistory } from '../history.service.ts'
import { type UnitAtPlace, unitsAtPlace } from '../place-history.ts'
import { countReports, streamReports } from '../../telemetry.store.ts'

const MINUTE_MS = 60_000

/** How the values of a metric are told, where that is not as they are stored. */
type WayOf = (key: string) => Conversion | undefined

/** A unit while it stood at the place; its number is written where more than one did. */
interface Part extends Pick<UnitAtPlace, 'deviceId' | 'startTime' | 'endTime'> {
  unit: readonly Cell[]
  wayOf: WayOf
}

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

/** The gaps of each metric in all reports of the range: of the place, whichever unit stood there. */
async function reportGaps(tx: Connection, parts: readonly Part[], { keys, leastMs }: ReportGaps) {
  const found = new Map(keys.map((key) => [key, { finder: new GapFinder(leastMs), gaps: [] as Gap[] }]))
  for (const part of parts) {
    const storedKeys = await storedKeysOf(tx, part.deviceId)
    for await (const batch of streamReports(tx, part.deviceId, rangeOf(part))) {
      for (const { t, readings, quality } of batch) {
        for (const [key, { finder, gaps }] of found) {
          const stored = storedKeys(key)
          const v = valueUnder(readings, stored)
          if (v !== undefined && isKnownPoint({ v, q: valueUnder(quality, stored) }))
            gaps.push(...finder.add(Date.parse(t)))
        }
      }
    }
  }
  return missingSpans([...found].map(([key, { finder, gaps }]) => [key, [...gaps, ...finder.end()]]))
}
interface ReportGaps {
  keys: readonly string[]
  leastMs: number
}

const rangeOf = ({ startTime, endTime }: Part) => ({ from: startTime, to: endTime })
/** The column of the unit, where more than one stood there. */
const unitColumns = ([first]: readonly Part[], words: SheetWords): SheetColumn[] =>
  first && first.unit.length > 0 ? [columnOf('unit', words, 18)] : []

/** Every report of the range, however many there are, with a line for each gap between them. */
function reportSheet(parts: readonly Part[], asked: ReportGaps, words: SheetWords): SheetSource {
  const { keys } = asked
  const units = unitColumns(parts, words)
  const ofUnit = [columnOf('t', words, 20), ...units, ...keys.map((key) => columnOf(key, words, 14))]
  return {
    columns: [...ofUnit, ...gapColumns(words)],
    count: async (tx) => {
      let sum = 0
      for (const part of parts) sum += await countReports(tx, part.deviceId, rangeOf(part))
      return sum
    },
    async *rows(tx, zone) {
      let spans = await reportGaps(tx, parts, asked)
      for (const part of parts) {
        const storedKeys = await storedKeysOf(tx, part.deviceId)
        for await (const batch of streamReports(tx, part.deviceId, rangeOf(part)))
          yield batch.flatMap(({ t, readings }) => {
            const later = spans.findIndex(({ from }) => from > Date.parse(t))
            const due = spans.slice(0, later < 0 ? spans.length : later)
            spans = spans.slice(due.length)
            const values = keys.map((key) =>
              toldIn(valueCell(valueUnder(readings, storedKeys(key)), words), part.wayOf(key)),
            )
            return [
              ...due.map((span) => gapLine({ ...span, of: ofUnit.length - 1 }, false, words, zone)),
              [timeCell(t, words, zone), ...part.unit, ...values, ...NO_GAP],
            ]
          })
      }
    },
  }
}

const STATS = ['min', 'max', 'delta', 'bad', 'gapFrom'] as const
type Answer = OutputOf<typeof history>

/** What a part says at one time: the average of a metric, or one of the other values of its bucket. */
function statCell(
  point: HistoryPoint | undefined,
  { key, stat }: { key: string; stat: 'v' | (typeof STATS)[number] },
  wayOf: WayOf,
  say: { words: SheetWords; zone: string },
): Cell {
  const value = point?.[stat]
  if (stat === 'gapFrom' && typeof value === 'string') return timeCell(value, say.words, say.zone)
  if (stat === 'bad') return valueCell(value, say.words)
  return toldIn(valueCell(value, say.words), wayOf(key), stat === 'delta')
}

/** The range as the screen shows it: a line per time and unit, with a column per metric. */
function answerSheet(
  answers: readonly (Part & { answer: Answer })[],
  step: HistoryStep,
  words: SheetWords,
): SheetSource {
  const { bucket } = step
  const keys = [...new Set(answers.flatMap(({ answer }) => Object.keys(answer.series)))]
  const together = new Map(keys.map((key) => [key, answers.flatMap(({ answer }) => answer.series[key] ?? [])]))
  const columns = [...together].flatMap(([key, points]) => [
    { key, stat: 'v' as const, name: key },
    ...(bucket === 'RAW' ? [] : STATS)
      .filter((stat) => points.some((point) => point[stat] !== undefined && point[stat] !== null))
      .map((stat) => ({ key, stat, name: `${key}.${stat}` })),
  ])
  const units = unitColumns(answers, words)
  const spans = missingSpans([...together].map(([key, points]) => [key, historyGaps(points, step)]))
  const values = answers.flatMap(({ answer: { series }, ...part }) => {
    const byKey = new Map(Object.entries(series).map(([key, points]) => [key, new Map(points.map((p) => [p.t, p]))]))
    const times = [...new Set(Object.values(series).flatMap((points) => points.map(({ t }) => t)))]
    return times.map((t) => ({ at: Date.parse(t), t, part, byKey }))
  })
  const lines = [...spans.map((span) => ({ at: span.from, span })), ...values]
  const heads = [columnOf('t', words, 20), ...units, ...columns.map(({ name }) => columnOf(name, words, 14))]
  return {
    columns: [...heads, ...gapColumns(words)],
    count: () => Promise.resolve(lines.length),
    rows: (_tx, zone) => [
      lines
        .toSorted((a, b) => a.at - b.at)
        .map((line) => {
          if ('span' in line) return gapLine({ ...line.span, of: heads.length - 1 }, bucket === 'DAY', words, zone)
          const { t, part, byKey } = line
          const cells = columns.map((column) =>
            statCell(byKey.get(column.key)?.get(t), column, part.wayOf, { words, zone }),
          )
          return [timeCell(t, words, zone), ...part.unit, ...cells, ...NO_GAP]
        }),
    ],
  }
}

/** The units that stood at the place of a device in the range, each with the units of its own metrics. */
async function partsOf(db: Database, asked: Asked, words: SheetWords): Promise<Part[]> {
  const { deviceId, scope, input } = asked
  const { startTime, endTime } = input
  const former = await unitsAtPlace(db, scope, deviceId, input)
  const all = former ?? [{ deviceId, deviceNo: '', startTime, endTime }]
  const ids = all.map((one) => one.deviceId)
  const metricsOf = words.units ? await metricsOfDevices(db, ids, DEVICE_MARK) : undefined
  return all.map(({ deviceNo, ...part }) => {
    const metricOf = metricsOf?.(part.deviceId)
    const wayOf: WayOf = (key) => conversionIn(metricOf?.(key)?.unit, key, words)
    return { ...part, unit: former ? [deviceNo] : [], wayOf }
  })
}
interface Asked {
  deviceId: ScopedDeviceId
  scope: Scope
  input: HistorySheet
}

/**
 * A range of history of the place of a device as a sheet, with the values of the units that stood there before it.
 * @throws AppError as `readHistory`.
 */
export async function historySheet(db: Database, asked: Asked, device: DeviceFacts): Promise<SheetJob> {
  const { deviceId, input } = asked
  const { format, words: given, startTime, endTime, bucket, keys } = input
  const words = wordsOf(given)
  const facts = { deviceId, keys, startTime, endTime, bucket }
  const job = (source: SheetSource) => ({ title: words.title ?? 'history', format, facts, source })
  const { keys: named } = historyAsked(input)
  const parts = await partsOf(db, asked, words)
  if (bucket === 'RAW')
    return job(reportSheet(parts, { keys: named, leastMs: leastStepMs({ bucket, ...device }) }, words))
  const own = await readHistory(db, deviceId, input, device)
  const answers = []
  for (const part of parts) {
    const ofPart = { ...input, bucket: own.bucket, startTime: part.startTime, endTime: part.endTime }
    const answer = part.unit.length > 0 ? await readHistory(db, part.deviceId, ofPart, device) : own
    answers.push({ ...part, answer })
  }
  return job(answerSheet(answers, own, words))
}

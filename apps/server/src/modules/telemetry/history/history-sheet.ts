import type { exportHistory, history, HistoryPoint, OutputOf, SheetWords } from '@sluice/contract'
import type { z } from 'zod'
import type { Database } from '../../../platform/db/db.ts'
import type { ScopedDeviceId } from '../../../platform/resource/scoped.ts'
import { wordsOf } from '../../../platform/sheet/export-job.ts'
import type { Cell, SheetColumn } from '../../../platform/sheet/sheet.ts'
import { cellOf } from '../../../platform/sheet/sheet-fields.ts'
import type { SheetJob, SheetSource } from '../../../platform/sheet/sheet-job.ts'
import { historyAsked, readHistory } from './history.service.ts'
import { countReports, streamReports } from '../telemetry.store.ts'

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

/** Every report of the range, however many there are. */
function reportSheet(deviceId: ScopedDeviceId, input: HistorySheet, words: SheetWords): SheetSource {
  const { keys, range } = historyAsked(input)
  return {
    columns: [columnOf('t', words, 20), ...keys.map((key) => columnOf(key, words, 14))],
    count: (tx) => countReports(tx, deviceId, range),
    async *rows(tx, zone) {
      for await (const batch of streamReports(tx, deviceId, range))
        yield batch.map(({ t, readings }) => [
          timeCell(t, words, zone),
          ...keys.map((key) => valueCell(readings[key], words)),
        ])
    },
  }
}

const STATS = ['min', 'max', 'delta', 'bad', 'gapFrom'] as const

/** The range as the screen shows it: a line per time, with a column per metric. */
function answerSheet({ bucket, series }: OutputOf<typeof history>, words: SheetWords): SheetSource {
  const columns = Object.entries(series).flatMap(([key, points]) => [
    { key, stat: 'v' as const, name: key },
    ...(bucket === 'RAW' ? [] : STATS)
      .filter((stat) => points.some((point) => point[stat] !== undefined && point[stat] !== null))
      .map((stat) => ({ key, stat, name: `${key}.${stat}` })),
  ])
  const byKey = new Map(Object.entries(series).map(([key, points]) => [key, new Map(points.map((p) => [p.t, p]))]))
  const times = [...new Set(Object.values(series).flatMap((points) => points.map(({ t }) => t)))].sort()
  return {
    columns: [columnOf('t', words, 20), ...columns.map(({ name }) => columnOf(name, words, 14))],
    count: () => Promise.resolve(times.length),
    rows: (_tx, zone) => [
      times.map((t) => [
        timeCell(t, words, zone),
        ...columns.map(({ key, stat }) => {
          const value = byKey.get(key)!.get(t)?.[stat]
          return stat === 'gapFrom' && typeof value === 'string'
            ? timeCell(value, words, zone)
            : valueCell(value, words)
        }),
      ]),
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
  zone: string,
): Promise<SheetJob> {
  const { format, words: given, startTime, endTime, bucket, keys } = input
  const words = wordsOf(given)
  const source =
    bucket === 'RAW'
      ? reportSheet(deviceId, input, words)
      : answerSheet(await readHistory(db, deviceId, input, zone), words)
  const facts = { deviceId, keys, startTime, endTime, bucket }
  return { title: words.title ?? 'history', format, facts, source }
}

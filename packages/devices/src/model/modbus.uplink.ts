import { type ModbusOrder, readModbusValue } from '@sluice/codecs'
import { modbusLength, type Metric, type ModbusPoint, type ModbusUplink } from '@sluice/contract'
import { type ReadingValue, type Reported, readerOf } from '../device-type.ts'
import type { MetricLookup } from '../metric.ts'
import { scaled } from './scaled.ts'

/** One answered read: the registers from `start`, or the bits, each 0 or 1. */
export interface ModbusAnswer {
  unit: number
  fc: number
  start: number
  words: readonly number[]
}

/** What a device answered to one round of reads; `ts` is when the last answer came, epoch ms. */
export interface ModbusRound {
  ts: number
  answers: readonly ModbusAnswer[]
}

const areaOf = (unit: number, fc: number): string => `${unit}:${fc}`

/**
 * Reads what a device answered by its point table. A value that was not asked for, or whose bytes say no value of its
 * type, is left out; a raw number without a meaning stays a number, which the judgement of values refuses.
 */
export function modbusReader(uplink: ModbusUplink, metricOf: MetricLookup) {
  const byArea = pointsByArea(uplink)
  return readerOf(uplink.protocol, ({ ts, answers }: ModbusRound): Reported => {
    const values: Record<string, ReadingValue> = {}
    for (const { unit, fc, start, words } of answers) {
      for (const point of byArea.get(areaOf(unit, fc)) ?? []) {
        const from = point.address - start
        const own = from < 0 ? [] : words.slice(from, from + modbusLength(point))
        const value = own.length === modbusLength(point) ? valueOf(point, own, metricOf(point.key)) : null
        if (value !== null) values[point.key] = value
      }
    }
    const isEmpty = Object.keys(values).length === 0
    return { observations: isEmpty ? [] : [{ channel: 0, ts, values }], conditions: {} }
  })
}

function pointsByArea({ points, unit: own }: ModbusUplink): ReadonlyMap<string, readonly ModbusPoint[]> {
  const byArea = new Map<string, ModbusPoint[]>()
  for (const point of points) {
    const area = areaOf(point.unit ?? own, point.fc)
    const known = byArea.get(area)
    if (known) known.push(point)
    else byArea.set(area, [point])
  }
  return byArea
}

function valueOf(point: ModbusPoint, words: readonly number[], metric: Metric | undefined): ReadingValue {
  const raw = rawOf(point, words)
  if (typeof raw === 'string' || raw === null) return raw
  const { values, factor, offset } = point
  if (values) return values[String(Number(raw))] ?? Number(raw)
  if (metric?.kind === 'boolean') return raw === 0 || raw === 1 ? raw === 1 : raw
  return scaled(Number(raw), factor ?? 1, offset)
}

function rawOf({ fc, type, order, bit, length }: ModbusPoint, words: readonly number[]) {
  // Coils and inputs are bits already.
  if (fc <= 2) return words[0] === 1
  const options = { ...(bit !== undefined && { bit }), ...(length !== undefined && { length }) }
  const raw = readModbusValue(words, type, order ?? usualOrder(type), options)
  // The digits that single precision has: 0.1 is no 0.10000000149.
  return type === 'f32' && typeof raw === 'number' ? Number(raw.toPrecision(7)) : raw
}

/** The highest byte first; of a text, of each register. */
function usualOrder(type: ModbusPoint['type']): ModbusOrder {
  const size = type === 'ascii' ? 1 : modbusLength({ type })
  return size === 4 ? 'ABCDEFGH' : size === 2 ? 'ABCD' : 'AB'
}

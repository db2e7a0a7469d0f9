import type { ProductModel } from '@sluice/contract'
import { type DeviceDownlink, type DeviceType, readerOf, typeOfModel } from '@sluice/devices'
import { ok } from '@sluice/kit'
import { line } from './line.codec.ts'

export interface LineReading {
  opening: number
  ts: number
}

export interface LineDownlink extends DeviceDownlink {
  word: string
}

const COMMAND = { params: {}, repeatsOthers: false, danger: 'CONFIRM', absolute: true } as const

/** A valve that reports its opening, and can be opened. */
export const lineValve: ProductModel = {
  productNo: 'TOY-LINE-VALVE',
  name: '行协议阀门',
  englishName: 'Line valve',
  deviceTypeCode: 'VALVE',
  nodeKind: 'DIRECT',
  protocol: line.protocol,
  keepsOnline: true,
  reportIntervalS: 300,
  points: ['opening', 'valveState'],
  uplink: null,
  commands: [{ ...COMMAND, code: 'OPEN', target: { opening: 100 } }],
  downlinks: null,
}

/** Models of this protocol say nothing of how it speaks: a line is always the same. */
export function lineType(model: ProductModel): DeviceType {
  return {
    ...typeOfModel(model),
    read: readerOf(line.protocol, ({ opening, ts }: LineReading) => ({
      observations: [{ channel: 0, ts, values: { opening, valveState: opening > 0 ? 'OPEN' : 'CLOSED' } }],
      conditions: {},
    })),
    encode: ({ code }) => ok<LineDownlink>({ protocol: line.protocol, word: code }),
  }
}

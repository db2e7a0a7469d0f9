import { z } from 'zod'
import { type ModelProblem, repeated, unknownKeys } from '../model-problem.ts'
import { codeOf, factor, metricKey } from './model-atoms.ts'
import { underKey, type UplinkRules } from './uplink-rules.ts'

/** Bytes of each type of value; a bit, and text of a length of its own, have none. */
const BYTES = { u16: 2, i16: 2, bcd16: 2, u32: 4, i32: 4, f32: 4, bcd32: 4, u64: 8, i64: 8, f64: 8 } as const
const TYPES = ['bit', 'u16', 'i16', 'bcd16', 'u32', 'i32', 'f32', 'bcd32', 'u64', 'i64', 'f64', 'ascii'] as const
const WHOLE: ReadonlySet<string> = new Set([
  'u16',
  'i16',
  'bcd16',
  'u32',
  'i32',
  'bcd32',
] satisfies ModbusPoint['type'][])
/** The order of the bytes on the wire; A is the most significant one of the value. */
const ORDERS = ['AB', 'BA', 'ABCD', 'CDAB', 'BADC', 'DCBA', 'ABCDEFGH', 'GHEFCDAB', 'BADCFEHG', 'HGFEDCBA'] as const
/** Registers of one answer (Modbus application protocol 6.3). */
const MOST_REGISTERS = 125

/** One value in the registers or bits of a device. */
const pointSchema = z.strictObject({
  key: metricKey,
  /** The unit that has it, where that is not the device's own. */
  unit: z.int().min(1).max(247).exactOptional(),
  /** The function that reads it: 1 coils, 2 discrete inputs, 3 holding registers, 4 input registers. */
  fc: z.literal([1, 2, 3, 4]),
  /** As in the frame, from 0: what a manual calls 40001 is address 0 of function 3. */
  address: z.int().min(0).max(65_535),
  type: z.enum(TYPES),
  /** Highest byte first when omitted. */
  order: z.enum(ORDERS).exactOptional(),
  /** Of a register, from the lowest. */
  bit: z.int().min(0).max(15).exactOptional(),
  /** Characters of a text, two in each register. */
  length: z
    .int()
    .min(1)
    .max(2 * MOST_REGISTERS)
    .exactOptional(),
  /** From the number on the wire to the metric's unit: `number × factor + offset`. */
  factor: factor.exactOptional(),
  offset: z.number().exactOptional(),
  /** What whole numbers stand for, of an enum; of a bit `0` and `1`. */
  values: z.record(z.string().regex(/^(0|-?[1-9]\d{0,9})$/), codeOf(20)).exactOptional(),
  /** It may be written, by the function that fits what reads it. */
  writable: z.literal(true).exactOptional(),
  /** Its poll group; the report interval's when omitted. */
  group: z.string().min(1).max(20).exactOptional(),
})
export type ModbusPoint = z.output<typeof pointSchema>

/** The point table of a Modbus device: where each value is, and how often it is asked for. */
export const modbusUplinkSchema = z.strictObject({
  protocol: z.enum(['MODBUS_RTU', 'MODBUS_TCP']),
  /** Its own unit, unless its registration says another one. */
  unit: z.int().min(1).max(247),
  points: z.array(pointSchema).max(500).readonly(),
  /** Groups of points that are asked for at an interval of their own, in seconds. */
  groups: z
    .array(z.strictObject({ name: z.string().min(1).max(20), everyS: z.int().min(1).max(604_800) }))
    .max(10)
    .readonly(),
  /** Neighbours are read in one request: registers it may ask for at once, and unasked ones it may pass over. */
  mostRegisters: z.int().min(1).max(MOST_REGISTERS).exactOptional(),
  mostGap: z.int().min(0).max(MOST_REGISTERS).exactOptional(),
})
export type ModbusUplink = z.output<typeof modbusUplinkSchema>

/** Registers of a value; 1 for a bit. */
export function modbusLength({ type, length = 1 }: Pick<ModbusPoint, 'type' | 'length'>): number {
  if (type === 'ascii') return Math.ceil(length / 2)
  return type === 'bit' ? 1 : BYTES[type] / 2
}

/** Bytes that an order of the type names; a text has one for each of its registers. */
function orderLength(type: ModbusPoint['type']): number {
  if (type === 'bit') return 0
  return type === 'ascii' ? 2 : BYTES[type]
}

/** What a point is about: two tables are compared by it. */
function placeOf({ unit, fc, address, bit }: ModbusPoint): string {
  return [unit === undefined ? '' : `#${unit} `, `${fc}:${address}`, bit === undefined ? '' : `.${bit}`].join('')
}

/** Parts of a point that its function or type leaves no place for, or asks for. */
function pointProblems(point: ModbusPoint, path: string): ModelProblem[] {
  const { fc, address, type, order, bit, length, factor, offset, values, writable } = point
  const isBit = type === 'bit'
  const isNumber = !isBit && type !== 'ascii'
  const isRegister = fc === 3 || fc === 4
  const problems: [part: keyof ModbusPoint, reason: ModelProblem[1], isOne: boolean][] = [
    ['type', 'not-an-option', !isRegister && !isBit],
    ['bit', 'required', isRegister && isBit && bit === undefined],
    ['bit', 'unknown-field', bit !== undefined && !(isRegister && isBit)],
    ['length', 'required', type === 'ascii' && length === undefined],
    ['length', 'unknown-field', type !== 'ascii' && length !== undefined],
    ['order', 'not-an-option', order !== undefined && order.length !== orderLength(type)],
    ['address', 'too-big', address + modbusLength(point) > 65_536],
    ['values', 'unknown-field', values !== undefined && !(isBit || WHOLE.has(type))],
    ['values', 'not-an-option', isBit && Object.keys(values ?? {}).some((raw) => raw !== '0' && raw !== '1')],
    ['factor', 'unknown-field', factor !== undefined && !(isNumber && values === undefined)],
    ['offset', 'unknown-field', offset !== undefined && !(isNumber && values === undefined)],
    // Inputs cannot be written, and a bit of a register only with the others beside it.
    ['writable', 'not-an-option', writable === true && !(fc === 1 || (fc === 3 && !isBit))],
  ]
  return problems.flatMap(([part, reason, isOne]) => (isOne ? [[`${path}.${part}`, reason] as const] : []))
}

export const modbusRules: UplinkRules<ModbusUplink> = {
  empty: (protocol, isSlave) =>
    isSlave ? null : { protocol: protocol as ModbusUplink['protocol'], unit: 1, points: [], groups: [] },
  keys: ({ points }) => points.map(({ key }) => key),
  faults: () => [],
  factors: ({ points }) => [...points],
  items: ({ points, groups, unit, mostRegisters, mostGap }) => [
    ['unit', unit],
    ['mostRegisters', mostRegisters],
    ['mostGap', mostGap],
    ...groups.map((group) => [`group ${group.name}`, group] as const),
    ...points.map((point) => [`${placeOf(point)} ${point.key}`, point] as const),
  ],
  renamed: (uplink, from, key) => ({ ...uplink, points: uplink.points.map(underKey(from, key)) }),
  without: (uplink, key) => ({ ...uplink, points: uplink.points.filter((point) => point.key !== key) }),
  problems({ points, groups }, { isKnown }) {
    const keysOf = points.map(({ key }) => key)
    return [
      ...unknownKeys('points', keysOf, isKnown),
      ...repeated(
        points,
        ({ key }) => key,
        (n) => `uplink.points.${n}.key`,
      ),
      ...repeated(
        groups,
        ({ name }) => name,
        (n) => `uplink.groups.${n}.name`,
      ),
      ...points.flatMap((point, n) => pointProblems(point, `uplink.points.${n}`)),
      ...points.flatMap(({ group }, n): ModelProblem[] =>
        group === undefined || groups.some(({ name }) => name === group)
          ? []
          : [[`uplink.points.${n}.group`, 'not-an-option']],
      ),
    ]
  },
}

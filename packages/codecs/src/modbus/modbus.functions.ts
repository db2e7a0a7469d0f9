/** How the data of a function is laid out. */
type ModbusForm = 'read' | 'writeOne' | 'writeMany' | 'exception'

/**
 * A function of the MODBUS Application Protocol Specification V1.1b3. `max` is the greatest quantity, `bits` that the
 * quantity counts bits instead of registers.
 */
export interface ModbusFunction {
  form: ModbusForm
  max: number
  bits: boolean
  clause: string
}

const MODBUS_FUNCTIONS: ReadonlyMap<number, ModbusFunction> = new Map([
  [0x01, { form: 'read', max: 2000, bits: true, clause: '6.1' }],
  [0x02, { form: 'read', max: 2000, bits: true, clause: '6.2' }],
  [0x03, { form: 'read', max: 125, bits: false, clause: '6.3' }],
  [0x04, { form: 'read', max: 125, bits: false, clause: '6.4' }],
  [0x05, { form: 'writeOne', max: 1, bits: true, clause: '6.5' }],
  [0x06, { form: 'writeOne', max: 1, bits: false, clause: '6.6' }],
  [0x0f, { form: 'writeMany', max: 1968, bits: true, clause: '6.11' }],
  [0x10, { form: 'writeMany', max: 123, bits: false, clause: '6.12' }],
])

/** A refusal of whatever function. */
const EXCEPTION: ModbusFunction = { form: 'exception', max: 0, bits: false, clause: '7' }

/** The bit that makes a function code a refusal of it. */
const EXCEPTION_BIT = 0x80

/** The words that switch a coil (6.5). */
export const COIL_ON = 0xff00
export const COIL_OFF = 0x0000

/** The function of a code on the wire, undefined where it is none that is read here. Code 0 does not exist. */
export function modbusFunction(fc: number): ModbusFunction | undefined {
  return fc > EXCEPTION_BIT ? EXCEPTION : MODBUS_FUNCTIONS.get(fc)
}

/** Bytes of so many bits or registers. */
export function dataBytes({ bits }: ModbusFunction, quantity: number): number {
  return bits ? Math.ceil(quantity / 8) : quantity * 2
}

export function isQuantity({ max }: ModbusFunction, quantity: number): boolean {
  return quantity >= 1 && quantity <= max
}

/** A response's count of bytes: at least one value, whole ones, and no more than may be asked for. */
export function isByteCount(known: ModbusFunction, count: number): boolean {
  return count >= 1 && count <= dataBytes(known, known.max) && (known.bits || count % 2 === 0)
}

export function wordAt(bytes: Uint8Array, at: number): number {
  return ((bytes[at] as number) << 8) | (bytes[at + 1] as number)
}

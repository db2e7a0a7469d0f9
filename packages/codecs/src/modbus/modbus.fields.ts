import { toHex } from '@sluice/kit'
import type { FieldKind, FrameField } from '../codec.ts'
import { FieldList } from '../field-list.ts'
import {
  COIL_OFF,
  COIL_ON,
  dataBytes,
  isByteCount,
  isQuantity,
  type ModbusFunction,
  modbusFunction,
  wordAt,
} from './modbus.functions.ts'
import { isReadRequest, PLAIN_PDU_BYTES } from './modbus.pdu.ts'
import { RTU_CRC_BYTES, RTU_LEAST_BYTES, rtuCrc } from './modbus.rtu-frame.ts'
import { isMbapLength } from './modbus.tcp-frame.ts'

/** Of the guides 'MODBUS over Serial Line' and 'MODBUS Messaging on TCP/IP'. */
const CLAUSE = { crc: 'Serial Line 2.5.1.2', unit: 'Serial Line 2.2', mbap: 'TCP/IP 3.1.3' } as const

type Told = Parameters<FieldList['take']>[3]

/** The fields of one message, which ends at `end`. */
class PduFields {
  readonly #list: FieldList
  readonly #end: number
  readonly #known: ModbusFunction
  readonly #bitsName: 'coils' | 'bits'

  constructor(list: FieldList, end: number, known: ModbusFunction, bitsName: 'coils' | 'bits') {
    this.#list = list
    this.#end = end
    this.#known = known
    this.#bitsName = bitsName
  }

  /** False where the bytes are not there; what is there instead has no meaning. */
  #take(length: number, kind: FieldKind, name: string, told: Told): boolean {
    if (this.#list.at + length > this.#end) {
      this.#list.rest(this.#end)
      return false
    }
    return this.#list.take(length, kind, name, { clause: this.#known.clause, ...told })
  }

  #word(kind: FieldKind, name: string, isRight: (word: number) => boolean = () => true, expected = ''): boolean {
    const { frame, at } = this.#list
    const word = wordAt(frame, at)
    return this.#take(2, kind, name, { value: String(word), ...(isRight(word) ? {} : { expected }) })
  }

  #quantity(): boolean {
    return this.#word('frame', 'quantity', (word) => isQuantity(this.#known, word), `1..${this.#known.max}`)
  }

  #byteCount(expected: string | null): boolean {
    const { frame, at } = this.#list
    return this.#take(1, 'frame', 'byteCount', {
      value: String(frame[at]),
      ...(expected === null ? {} : { expected }),
    })
  }

  /** A field for each register, or for each eight coils, the first of them in front. */
  #values(): void {
    const list = this.#list
    list.begin('values')
    const width = this.#known.bits ? 1 : 2
    for (let i = 0; list.at + width <= this.#end; i++) {
      const { frame, at } = list
      if (this.#known.bits) {
        const value = Array.from({ length: 8 }, (_, bit) => ((frame[at] as number) >> bit) & 1).join('')
        this.#take(1, 'value', this.#bitsName, { id: String(i * 8), value })
      } else {
        this.#take(2, 'value', 'registers', { id: String(i), value: String(wordAt(frame, at)) })
      }
    }
    list.rest(this.#end)
  }

  /** All of them, in the direction that `decode` would take the message for. */
  all(): void {
    const { frame, at } = this.#list
    const isPlain = this.#end - at === PLAIN_PDU_BYTES - 1
    switch (this.#known.form) {
      case 'exception':
        this.#take(1, 'value', 'exceptionCode', { value: String(frame[at]) })
        return
      case 'writeOne':
        return this.#writeOne()
      case 'writeMany':
        return this.#writeMany()
      case 'read': {
        const isThreeBytes = this.#known.bits && frame[at] === 3 && !isReadRequest(this.#known, frame, at - 1)
        return isPlain && !isThreeBytes ? this.#readRequest() : this.#readResponse()
      }
    }
  }

  #writeOne(): void {
    if (!this.#word('address', 'address')) return
    this.#list.begin('values')
    if (!this.#known.bits) {
      this.#word('value', 'value')
      return
    }
    const { frame, at } = this.#list
    const isRight = [COIL_ON, COIL_OFF].includes(wordAt(frame, at))
    this.#take(2, 'value', 'value', isRight ? {} : { expected: 'FF00, 0000' })
  }

  #readRequest(): void {
    if (this.#word('address', 'start')) this.#quantity()
  }

  #readResponse(): void {
    const { frame, at } = this.#list
    const left = this.#end - at - 1
    const isRight = frame[at] === left && isByteCount(this.#known, left)
    if (this.#byteCount(isRight ? null : String(left))) this.#values()
  }

  /** The answer ends behind the quantity. */
  #writeMany(): void {
    const { frame, at } = this.#list
    const right = dataBytes(this.#known, wordAt(frame, at + 2))
    if (!this.#word('address', 'start') || !this.#quantity()) return
    if (this.#byteCount(frame[at + 4] === right ? null : String(right))) this.#values()
  }
}

/** Function code and what follows it up to `end`. */
function pduFields(list: FieldList, end: number, bitsName: 'coils' | 'bits'): void {
  const { frame, at } = list
  if (at >= end) return
  const known = modbusFunction(frame[at] as number)
  list.take(1, 'frame', 'fc', { value: String(frame[at]), ...(known ? { clause: known.clause } : {}) })
  list.begin('body')
  if (known) new PduFields(list, end, known, bitsName).all()
  list.rest(end)
}

/** The meaning of each byte of an RTU frame; its last two are its CRC however long it came out. */
export function modbusRtuFields(frame: Uint8Array): FrameField[] {
  const list = new FieldList(frame)
  const hasCrc = frame.length >= RTU_LEAST_BYTES
  const end = hasCrc ? frame.length - RTU_CRC_BYTES : frame.length
  if (frame.length > 0) list.take(1, 'address', 'unit', { value: String(frame[0]), clause: CLAUSE.unit })
  pduFields(list, end, 'coils')
  if (!hasCrc) return list.fields
  list.begin('tail')
  const expected = toHex(Uint8Array.from(rtuCrc(frame, 0, end)))
  const isRight = toHex(frame, end) === expected
  list.take(RTU_CRC_BYTES, 'checksum', 'crc', { clause: CLAUSE.crc, ...(isRight ? {} : { expected }) })
  return list.fields
}

/** The meaning of each byte of a Modbus TCP frame; what stands behind its declared length has none. */
export function modbusTcpFields(frame: Uint8Array): FrameField[] {
  const list = new FieldList(frame)
  const clause = CLAUSE.mbap
  if (!list.take(2, 'mark', 'transaction', { value: String(wordAt(frame, 0)), clause })) return list.fields
  const protocol = wordAt(frame, 2)
  const isModbus = protocol === 0 ? {} : { expected: '0' }
  if (!list.take(2, 'frame', 'protocol', { value: String(protocol), clause, ...isModbus })) return list.fields
  const declared = wordAt(frame, 4)
  const there = frame.length - 6
  const isRight = declared === there && isMbapLength(declared) ? {} : { expected: String(there) }
  if (!list.take(2, 'frame', 'length', { value: String(declared), clause, ...isRight })) return list.fields
  if (!list.take(1, 'address', 'unit', { value: String(frame[6]), clause })) return list.fields
  const end = isMbapLength(declared) ? Math.min(frame.length, 6 + declared) : frame.length
  pduFields(list, end, 'bits')
  list.rest()
  return list.fields
}

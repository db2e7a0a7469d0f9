import { dataBytes, isByteCount, isQuantity, modbusFunction, wordAt } from './modbus.functions.ts'
import { EXCEPTION_PDU_BYTES, PLAIN_PDU_BYTES, READ_HEAD_BYTES, WRITE_HEAD_BYTES } from './modbus.pdu.ts'

/**
 * How long a message can be that begins in `bytes[at..end)` with its function code, which stands there: the shorter
 * first, without what the bytes there are rule out. `null` where the byte that says so has not come. No length at all is
 * no message.
 */
export function pduLengths(bytes: Uint8Array, at: number, end: number): (number | null)[] {
  const known = modbusFunction(bytes[at] as number)
  if (!known) return []
  if (known.form === 'exception') return [EXCEPTION_PDU_BYTES]
  const isPlainRead = end - at >= PLAIN_PDU_BYTES
  const word = isPlainRead ? wordAt(bytes, at + 3) : null
  if (known.form === 'writeOne')
    return known.bits && word !== null && word !== 0xff00 && word !== 0 ? [] : [PLAIN_PDU_BYTES]
  const lengths: (number | null)[] = word === null || isQuantity(known, word) ? [PLAIN_PDU_BYTES] : []
  if (known.form === 'read') {
    const count = end - at < READ_HEAD_BYTES ? null : (bytes[at + 1] as number)
    if (count === null) return [...lengths, null]
    if (isByteCount(known, count)) lengths.push(READ_HEAD_BYTES + count)
    return lengths.toSorted((a, b) => (a as number) - (b as number))
  }
  if (word === null) return [...lengths, null]
  if (lengths.length === 0) return []
  if (end - at < WRITE_HEAD_BYTES) return [...lengths, null]
  const count = bytes[at + 5] as number
  return count === dataBytes(known, word) ? [...lengths, WRITE_HEAD_BYTES + count] : lengths
}

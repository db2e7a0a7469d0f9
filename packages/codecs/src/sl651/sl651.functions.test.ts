import { crc16Modbus, fromHex } from '@sluice/kit'
import { expect, test } from 'vitest'
import { sl651 } from './sl651.codec.ts'

/** A station's report of this function: its address, an H, and its battery without a time before it. */
function read(func: string) {
  const open = fromHex(`7E7E02001234567804D2${func}0014020001260701080000F1F10012345678483812122003`)
  if (!open.ok) throw new Error(`no hex at ${open.error}`)
  const crc = crc16Modbus(open.value)
  const message = sl651.decode(Uint8Array.of(...open.value, crc >> 8, crc & 0xff))
  if (!message.ok) throw new Error(`${message.error.kind} at ${message.error.at}`)
  return message.value
}

test.each(['30', '31', '32', '33', '34', '36', '37', '38', '3A', '44'])(
  'a report of function %s has the class of its station, also without a time behind it',
  (func) => {
    const { body, partial } = read(func)
    expect(partial).toBeUndefined()
    expect(body).toMatchObject({ kind: 'report', station: '0012345678', stationType: '48' })
    expect(body).toMatchObject({ elements: [{ id: '38', value: 12.2 }] })
  },
)

test.each(['35', '39', '46', '4B'])('in a report of function %s that letter is an element', (func) => {
  const { body, partial } = read(func)
  expect(body).toMatchObject({ kind: 'report', station: '0012345678', stationType: null, elements: [] })
  expect(partial).toMatchObject({ rest: '4838121220' })
})

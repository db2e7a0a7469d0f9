import { sl651, sl651LinkKeep } from '@sluice/codecs'
import { expect, test } from 'vitest'
import { damaged } from './damaged.ts'

/** Frames of all last bytes, by their serial number. */
function frames(): Uint8Array[] {
  const link = { center: 1, station: '0010000001', password: '1234' }
  const byLast = new Map<number, Uint8Array>()
  for (let serial = 1; byLast.size < 256; serial++) {
    const frame = sl651.encode(sl651LinkKeep(link, { serial, sendTime: '2026-05-01 08:00:00' }))
    if (frame.ok) byLast.set(frame.value.at(-1)!, frame.value)
  }
  return [...byLast.values()]
}

test('a damaged frame is one fault of its checksum, whatever its last byte was, and the repeat after it is read', () => {
  for (const frame of frames()) {
    const bad = damaged(frame)
    const first = sl651.split(bad)
    const then = sl651.split(Buffer.concat([bad.subarray(first.consumed), frame]))
    expect([...first.faults, ...then.faults].map(({ fault }) => fault.kind)).toEqual(['checksum'])
    expect(then.frames.map((one) => Buffer.from(one).toString('hex'))).toEqual([Buffer.from(frame).toString('hex')])
  }
})

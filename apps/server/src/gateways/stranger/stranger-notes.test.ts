import { expect, test } from 'vitest'
import { silentLog } from '../../platform/log/log.ts'
import type { ByteNote, ConnectionNote } from '../link.ts'
import { StrangerNotes } from './stranger-notes.ts'

const FROM = { at: 0, protocol: 'BYTES', channelId: 'c', remote: '192.0.2.1:5' }

function connection(deviceId: string | null, remote = FROM.remote): ConnectionNote {
  return { ...FROM, deviceId, remote, event: 'DISCONNECT', reason: null, durationS: 1, bytesIn: 0, bytesOut: 0 }
}

function bytes(deviceId: string | null, length: number, note: string | null = null): ByteNote {
  return { ...FROM, deviceId, direction: 'UP', raw: new Uint8Array(length), fault: 'invalid', faultAt: 0, note }
}

test('notes about a known device are stored even when its address has used up the budget of unidentified senders', () => {
  const notes = new StrangerNotes(silentLog, { addressRows: 0.1 })
  const [connections, frames]: [unknown[], unknown[]] = [[], []]
  for (const deviceId of [null, null, '7', '7', null]) {
    notes.connection(connection(deviceId), (note) => connections.push(note.deviceId))
    notes.bytes(bytes(deviceId, 300), (note) => frames.push([note.deviceId, note.raw.length]))
  }
  expect(connections).toEqual([null, '7', '7'])
  expect(frames).toEqual([
    ['7', 300],
    ['7', 300],
  ])
  expect(notes.leftOut).toBe(5)
  notes.connection(connection(null, '192.0.2.2:5'), (note) => connections.push(note.remote))
  expect(connections.at(-1)).toBe('192.0.2.2:5')
})

test('the frame of an unidentified sender is truncated, and its note says so where it has no other note', () => {
  const notes = new StrangerNotes(silentLog)
  const kept: unknown[] = []
  const keep = (note: ByteNote) => void kept.push([note.raw.length, note.note])
  for (const length of [256, 257]) notes.bytes(bytes(null, length), keep)
  notes.bytes(bytes(null, 257, 'BAD_PASSWORD'), keep)
  expect(kept).toEqual([
    [256, null],
    [256, 'the first 256 of 257 bytes'],
    [256, 'BAD_PASSWORD'],
  ])
})

test('frames that came together are kept whole, together or not at all', () => {
  const notes = new StrangerNotes(silentLog, { addressBytes: 2_400 })
  const kept: number[] = []
  const frames = (count: number) =>
    Array.from({ length: count }, () => ({ remote: FROM.remote, raw: new Uint8Array(400) }))
  for (const count of [0, 3, 2, 1]) notes.frames(frames(count), (given) => kept.push(given.length))
  expect(kept).toEqual([2])
})

import { expect, test } from 'vitest'
import { PacketRooms } from './packet-rooms.ts'

test('an unidentified sender has a small limit, all unidentified ones together another, and all senders one', () => {
  const rooms = new PacketRooms({ stranger: 10, strangers: 15, station: 20, all: 40 })
  const [one, other] = [rooms.ofStranger('192.0.2.1'), rooms.ofStranger('192.0.2.2')]
  expect([one.take(11), one.take(10), one.take(1)]).toEqual([false, true, false])
  // The same sender on another line.
  expect(rooms.ofStranger('192.0.2.1').take(1)).toBe(false)
  expect([other.take(6), other.take(5)]).toEqual([false, true])
  expect([rooms.bytes, rooms.senders]).toEqual([15, 2])
  const station = rooms.ofStation('0012345678')
  expect([station.take(21), station.take(20)]).toEqual([false, true])
  expect(rooms.ofStation('0012345678').take(1)).toBe(false)
  expect([rooms.ofStation('0012345679').take(6), rooms.ofStation('0012345679').take(5)]).toEqual([false, true])
  one.give(10)
  expect([rooms.bytes, rooms.senders, other.take(5)]).toEqual([30, 3, true])
})

test('what is given back leaves nothing behind', () => {
  const rooms = new PacketRooms()
  const [stranger, station] = [rooms.ofStranger('192.0.2.1'), rooms.ofStation('192.0.2.1')]
  expect([stranger.take(65_536), stranger.take(1), station.take(8 * 1024 ** 2)]).toEqual([true, false, true])
  stranger.give(65_536)
  station.give(8 * 1024 ** 2)
  expect([rooms.bytes, rooms.senders]).toEqual([0, 0])
})

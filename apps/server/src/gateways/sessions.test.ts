import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { freeTurn } from './door/door.fixture.ts'
import { Link } from './link.ts'
import { DeviceSessions } from './sessions.ts'

const link = () =>
  new Link(
    { socket: {} as Socket, address: '::1', remote: '::1:5', identified: () => undefined, onEvicted: () => undefined },
    { protocol: 'BYTES', turn: freeTurn, elapsed: () => 0, framesPerSecond: 10, burst: 10 },
  )

test('of two connections of a device the later one stays; the older one that ends afterwards takes nothing with it', () => {
  const sessions = new DeviceSessions()
  const [older, later] = [link(), link()]
  expect([sessions.bind('d', older), sessions.bind('d', older), sessions.bind('d', later)]).toEqual([
    undefined,
    undefined,
    older,
  ])
  sessions.release(older)
  expect(sessions.linkOf('d')).toBe(later)
  sessions.release(later)
  expect(sessions.linkOf('d')).toBeUndefined()
})

test('what the byte log keeps is its own copy: a read buffer is used again', () => {
  const buffer = Uint8Array.of(1, 2)
  const note = link().bytes('UP', buffer, 0)
  buffer.fill(9)
  expect([...note.raw]).toEqual([1, 2])
})

import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { freeTurn } from './door/door.fixture.ts'
import { Link } from './link.ts'
import { HANDOVER_MS, StationLines } from './station-lines.ts'

const time = { passed: 0 }
const elapsed = () => time.passed
const socketOf = () => ({ destroyed: false, writable: true })
function linkFrom(address: string): { link: Link; socket: ReturnType<typeof socketOf> } {
  const socket = socketOf()
  const from = { address, remote: `${address}:5`, identified: () => undefined, onEvicted: () => undefined }
  const options = { protocol: 'SL651', turn: freeTurn, elapsed, framesPerSecond: 10, burst: 10 }
  return { socket, link: new Link({ socket: socket as unknown as Socket, ...from }, options) }
}

test('a station that sends on its line is not handed to another address until that line is silent for two minutes', () => {
  const lines = new StationLines({ elapsed })
  const { link: home } = linkFrom('10.0.0.1')
  const { link: other } = linkFrom('10.0.0.2')
  expect(lines.isHeld('S', other)).toBe(false)
  lines.onReport('S', home)
  expect([lines.isHeld('S', home), lines.isHeld('S', other), lines.isHeld('T', other)]).toEqual([false, true, false])
  time.passed += HANDOVER_MS - 1
  expect(lines.isHeld('S', other)).toBe(true)
  time.passed += 1
  expect(lines.isHeld('S', other)).toBe(false)
  lines.onReport('S', home)
  expect(lines.isHeld('S', other)).toBe(true)
})

test('the same address takes over at once, and anybody when the line is closed or was given up', () => {
  const lines = new StationLines({ elapsed })
  const { link: home, socket } = linkFrom('10.0.0.1')
  const { link: again } = linkFrom('10.0.0.1')
  const { link: other } = linkFrom('10.0.0.2')
  lines.onReport('S', home)
  expect([lines.isHeld('S', again), lines.isHeld('S', other)]).toEqual([false, true])
  socket.destroyed = true
  expect(lines.isHeld('S', other)).toBe(false)
  lines.onReport('S', again)
  lines.release('S', home)
  expect(lines.isHeld('S', other)).toBe(true)
  lines.release('S', again)
  expect(lines.isHeld('S', other)).toBe(false)
})

import { sl651, type Sl651Message } from '@sluice/codecs'
import { expect, test } from 'vitest'
import { fakeClock } from '../../platform/clock/clock.ts'
import type { Link } from '../link.ts'
import { DeviceSessions } from '../sessions.ts'
import { Sl651Downlinks } from './sl651.downlink.ts'

const STATION = { deviceId: '1', zone: 'Asia/Shanghai' }
const SENDER = { center: 1, station: '0012345678', password: '0000', encoding: 'HEX' as const }

function lineOf() {
  const written: Uint8Array[] = []
  const write = (bytes: Uint8Array) => written.push(bytes) > 0
  const link = { deviceId: null, write, bytes: () => ({}) } as unknown as Link
  const sessions = new DeviceSessions()
  sessions.bind(STATION.deviceId, link)
  const clock = fakeClock('2026-06-12T06:30:00Z')
  const downlinks = new Sl651Downlinks({ sessions, clock, noteBytes: () => undefined, onAnswer: () => undefined })
  const place = { stationId: STATION.deviceId, deviceId: STATION.deviceId }
  const query = { protocol: 'SL651', func: '37', body: { kind: 'empty', station: null } }
  return {
    hear(sender: typeof SENDER, zone = STATION.zone): void {
      const message = { ...sender, func: '32', body: { kind: 'empty', station: null } } as unknown as Sl651Message
      downlinks.heard({ link, message, station: { ...STATION, zone }, verdict: 'OK', receivedAt: 0 })
    },
    /** The frame of a query. */
    sent(requestId: string) {
      expect(downlinks.send({ requestId, ...place, downlink: query as never })).toBe('SENT')
      const frame = sl651.decode(written.at(-1)!)
      if (!frame.ok) throw new Error('no frame')
      const { center, station, password, sendTime } = frame.value
      return { center, station, password, sendTime }
    },
  }
}

test('a request is addressed as the last message of the line was', () => {
  const line = lineOf()
  let sender = SENDER
  let asked = { center: 1, station: '0012345678', password: '0000', sendTime: '2026-06-12 14:30:00' }
  line.hear(sender)
  expect(line.sent('first')).toEqual(asked)
  line.hear(sender)
  expect(line.sent('again')).toEqual(asked)
  for (const change of [{ password: 'A1B2' }, { center: 9 }, { station: '0012345679' }]) {
    sender = { ...sender, ...change }
    asked = { ...asked, ...change }
    line.hear(sender)
    expect(line.sent(JSON.stringify(change))).toEqual(asked)
  }
  line.hear(sender, 'Asia/Kolkata')
  expect(line.sent('zone')).toEqual({ ...asked, sendTime: '2026-06-12 12:00:00' })
})

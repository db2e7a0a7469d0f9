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
  const asked = { center: 1, station: '0012345678', password: '0000', sendTime: '2026-06-12 14:30:00' }
  line.hear(SENDER)
  expect(line.sent('a')).toEqual(asked)
  line.hear(SENDER)
  expect(line.sent('b')).toEqual(asked)
  line.hear({ ...SENDER, password: 'A1B2' })
  expect(line.sent('c')).toEqual({ ...asked, password: 'A1B2' })
  line.hear({ ...SENDER, center: 9 })
  expect(line.sent('d')).toEqual({ ...asked, center: 9 })
  line.hear({ ...SENDER, station: '0012345679' })
  expect(line.sent('e')).toEqual({ ...asked, station: '0012345679' })
  line.hear({ ...SENDER, station: '0012345679' }, 'Asia/Kolkata')
  expect(line.sent('f')).toEqual({ ...asked, station: '0012345679', sendTime: '2026-06-12 12:00:00' })
})

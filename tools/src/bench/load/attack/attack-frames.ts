import { randomBytes } from 'node:crypto'
import type { Sl651Message } from '@sluice/codecs'
import { frameOf, reportOf } from '../reports.ts'

const PACKETS = 500
const NOISE_BYTES = 65_536
const STATIONS = 2000

/** Packets of 4 kB of a message of 4095 packets that never ends, as an unknown station sends them. */
export function unfinishedPackets(station: string): Uint8Array[] {
  const message = (no: number): Sl651Message => ({
    direction: 'up',
    encoding: 'HEX',
    center: 1,
    station,
    password: '0000',
    func: '31',
    start: 'SYN',
    packet: { total: 4095, no },
    serial: no === 1 ? 1 : null,
    sendTime: no === 1 ? '2026-06-12 06:30:00' : null,
    body: { kind: 'part', data: 'A5'.repeat(4050) },
    end: 'ETB',
  })
  return Array.from({ length: PACKETS }, (_, n) => frameOf(message(n + 1)))
}

/** Frames of 4 kB with a valid head and a wrong checksum. */
export function brokenFrames(): Uint8Array[] {
  const bodyBytes = 4000
  return Array.from({ length: 16 }, () => {
    const frame = randomBytes(17 + bodyBytes)
    frame.set([0x7e, 0x7e, 1, 0, 0x12, 0x34, 0x56, 0x78, 0, 0, 0x32, bodyBytes >> 8, bodyBytes & 255, 2])
    return frame
  })
}

/** Random bytes. */
export function noise(): Uint8Array[] {
  return Array.from({ length: 16 }, () => randomBytes(NOISE_BYTES))
}

/** Valid reports of unknown stations, a hundred per chunk. */
export function unknownReports(): Uint8Array[] {
  const now = Date.now()
  const frames = Array.from({ length: STATIONS }, (_, n) => frameOf(reportOf(`77${8_000_000 + n}0`, n, now, 1)))
  return Array.from({ length: STATIONS / 100 }, (_, n) => Buffer.concat(frames.slice(n * 100, n * 100 + 100)))
}

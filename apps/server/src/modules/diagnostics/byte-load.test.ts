import { MAX_TAIL_LINES } from '@sluice/contract'
import { expect, test } from 'vitest'
import { ByteTail, sampled } from './byte-tail.ts'
import { LogWriter } from './log-writer.ts'

const T0 = Date.UTC(2026, 7, 3, 1)
/** Twice a second, as a page asks; the writer of the log goes twice as often. */
const PACE_MS = 500
const WRITER_MS = 250
const SECONDS = 30

test.each([1000, 4000])(
  'at %i lines a second a page is told of every line and of what it is not shown, and the log keeps all',
  async (rate) => {
    const tail = new ByteTail()
    let [stored, lost, seen, asked] = [0, 0, 0, 0]
    // A store that answers later than it is asked.
    const write = async (entries: readonly unknown[]) => {
      await new Promise((resolve) => setImmediate(resolve))
      stored += entries.length
    }
    const log = new LogWriter(write, (count) => (lost += count))
    for (let ms = 0; ms < SECONDS * 1000; ms += WRITER_MS) {
      for (let n = 0; n < (rate * WRITER_MS) / 1000; n++) {
        const at = T0 + ms
        const raw = Uint8Array.of(0x7e, 0x7e, n & 0xff)
        const line = { at, deviceId: '7', protocol: 'SL651', remote: '10.0.0.8:5000', direction: 'UP', raw } as const
        tail.note({ ...line, func: '32', state: 'TAKEN', because: 'OK', byteAt: null, detail: null })
        log.note(line)
      }
      await log.flush()
      if ((ms + WRITER_MS) % PACE_MS !== 0) continue
      const lines = tail.after(asked)
      const { lines: drawn, everyNth } = sampled(lines, MAX_TAIL_LINES)
      // One of so many is shown, and the page says of how many.
      expect(everyNth).toBe(rate / 1000)
      expect(drawn).toHaveLength(MAX_TAIL_LINES)
      expect(drawn.at(-1)!.seq).toBe(tail.last)
      seen += lines.length
      asked = tail.last
    }
    const all = rate * SECONDS
    expect([seen, stored, lost]).toEqual([all, all, 0])
    expect(tail.perSecond(T0 + SECONDS * 1000).slice(-SECONDS)).toEqual(Array.from({ length: SECONDS }, () => rate))
  },
)

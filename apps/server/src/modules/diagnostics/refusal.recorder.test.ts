import { expect, test } from 'vitest'
import { type RefusalCount, type RefusalEntry, RefusalRecorder } from './refusal.recorder.ts'

function recorderOf(write: (counts: readonly RefusalCount[]) => Promise<void> = async () => undefined) {
  const written: RefusalCount[][] = []
  const lost: number[] = []
  const recorder = new RefusalRecorder({
    write: async (counts) => {
      await write(counts)
      written.push([...counts])
    },
    onLost: (count) => lost.push(count),
  })
  return { recorder, written, lost }
}

const BAD: RefusalEntry = { at: 1000, remote: '10.0.0.1', protocol: 'SL651', reason: 'BAD_PASSWORD', deviceId: '7' }

test('repeats of a kind are one row with a count, the first bytes and the last time', async () => {
  const { recorder, written } = recorderOf()
  recorder.tell({ ...BAD, station: 'A', bytes: Uint8Array.of(1, 2), byteAt: 1 })
  recorder.tell({ ...BAD, at: 2000, station: 'B', bytes: Uint8Array.of(3) })
  recorder.tell({ ...BAD, deviceId: '8' })
  recorder.tell({ ...BAD, reason: 'CHECKSUM' })
  recorder.tell({ ...BAD, remote: '10.0.0.2' })
  recorder.tell({ ...BAD, protocol: 'TB_MQTT' })
  await recorder.flush()
  expect(written).toHaveLength(1)
  expect(written[0]).toHaveLength(5)
  expect(written[0]?.[0]).toMatchObject({ count: 2, firstAt: 1000, lastAt: 2000, station: 'B', byteAt: 1 })
  expect(written[0]?.[0]?.bytes).toEqual(Uint8Array.of(1, 2))
  await recorder.flush()
  expect(written).toHaveLength(1)
})

test('bytes are a copy and no longer than a frame, texts no longer than a line', async () => {
  const { recorder, written } = recorderOf()
  const bytes = new Uint8Array(70_000)
  recorder.tell({ ...BAD, bytes, station: 's'.repeat(500), detail: 'd'.repeat(500) })
  bytes[0] = 9
  await recorder.flush()
  const [row] = written[0] ?? []
  expect([row?.bytes?.length, row?.bytes?.[0], row?.station?.length, row?.detail?.length]).toEqual([4200, 0, 200, 200])
})

test('one remote has room for so many kinds; the rest of its refusals are counted together', async () => {
  const { recorder, written } = recorderOf()
  for (let n = 0; n < 1000; n++) recorder.tell({ ...BAD, deviceId: String(n) })
  recorder.tell({ ...BAD, remote: '10.0.0.2' })
  await recorder.flush()
  expect(written[0]).toHaveLength(66)
  expect(written[0]?.find(({ reason }) => reason === 'MORE')).toMatchObject({
    remote: '10.0.0.1',
    count: 936,
    bytes: null,
  })
  expect(written[0]?.at(-1)?.remote).toBe('10.0.0.2')
  // Written entries make room.
  recorder.tell(BAD)
  await recorder.flush()
  expect(written[1]?.[0]?.reason).toBe('BAD_PASSWORD')
})

test('all remotes together have room for so many kinds; what comes beyond is counted without a remote', async () => {
  const { recorder, written } = recorderOf()
  for (let n = 0; n < 3000; n++) recorder.tell({ ...BAD, remote: `10.1.${n >> 8}.${n & 255}`, deviceId: null })
  await recorder.flush()
  expect(written[0]).toHaveLength(2001)
  expect(written[0]?.at(-1)).toMatchObject({ remote: '', reason: 'MORE', count: 1000 })
})

test('what could not be written is counted as lost, and what comes next is written', async () => {
  let away = true
  const { recorder, written, lost } = recorderOf(async () => {
    if (away) throw new Error('away')
  })
  recorder.tell(BAD)
  recorder.tell(BAD)
  await recorder.flush()
  expect([lost, written]).toEqual([[2], []])
  away = false
  recorder.tell(BAD)
  await recorder.flush()
  expect(written).toHaveLength(1)
})

import { expect, test } from 'vitest'
import type { UplinkBatch } from './uplink.store.ts'
import { type PendingUplink, UplinkWriter } from './uplink.writer.ts'

/** A store that a test controls, and that remembers its batches. */
function fakeStore() {
  const taken: UplinkBatch[] = []
  const outages: boolean[] = []
  const state = { fail: (_batch: UplinkBatch): unknown => undefined, held: undefined as Promise<void> | undefined }
  const writer = new UplinkWriter({
    store: async (batch) => {
      await state.held
      const error = state.fail(batch)
      if (error) throw error
      taken.push(batch)
    },
    onOutage: (down) => outages.push(down),
    onRefused: () => undefined,
    wait: () => new Promise((resolve) => setImmediate(resolve)),
  })
  return { taken, outages, state, writer }
}

function uplink(no: number, settle: (stored: boolean) => void = () => undefined): PendingUplink {
  const message = {
    deviceId: '1',
    ts: no,
    protocol: 'SL651',
    func: '32',
    result: 'OK' as const,
    identity: no,
    raw: new Uint8Array([no]),
  }
  return { messages: [message], telemetry: [], dirty: [], events: [], shadows: [], settle }
}

const identities = (batch: UplinkBatch | undefined) => batch?.messages.map((message) => message.identity)

test('what arrives in one turn is one batch, what arrives while it is stored is the next', async () => {
  const { taken, writer, state } = fakeStore()
  let release = () => {}
  state.held = new Promise((resolve) => {
    release = resolve
  })
  writer.push(uplink(1))
  writer.push(uplink(2))
  await new Promise((resolve) => setImmediate(resolve))
  writer.push(uplink(3))
  release()
  await writer.drained()
  expect(taken.map(identities)).toEqual([[1, 2], [3]])
})

test('nothing is settled before it is stored', async () => {
  const { writer, state, taken } = fakeStore()
  let refusals = 3
  state.fail = () => (refusals-- > 0 ? Object.assign(new Error('gone'), { code: '57P01' }) : undefined)
  const storedAtSettling: number[] = []
  writer.push(uplink(1, () => storedAtSettling.push(taken.length)))
  await writer.drained()
  expect(storedAtSettling).toEqual([1])
})

test('a store that is away is tried until it is back, and reading stops meanwhile', async () => {
  const { writer, state, outages, taken } = fakeStore()
  const full: boolean[] = []
  writer.onFullChange((value) => full.push(value))
  let refusals = 5
  state.fail = () => (refusals-- > 0 ? new Error('ECONNREFUSED') : undefined)
  for (let no = 0; no < 10; no++) writer.push(uplink(no))
  await writer.drained()
  expect(outages).toEqual([true, false])
  expect(full).toEqual([true, false])
  expect(identities(taken[0])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('one row that the store cannot take does not hold up the others', async () => {
  const { writer, state, taken } = fakeStore()
  state.fail = (batch) =>
    identities(batch)?.includes(13) ? Object.assign(new Error('bad row'), { code: '22P05' }) : undefined
  const settled = new Map<number, boolean>()
  for (let no = 0; no < 40; no++) writer.push(uplink(no, (stored) => settled.set(no, stored)))
  await writer.drained()
  expect([...settled].filter(([, stored]) => !stored)).toEqual([[13, false]])
  expect(taken.flatMap((batch) => identities(batch) ?? [])).toHaveLength(39)
})

const sqlState = (code: string) => Object.assign(new Error(code), { code })

test.each(['42883', 'XX001', 'P0001', '54000', '21000'])(
  'nor does one that meets %s, as long as the store is well',
  async (code) => {
    const { writer, state, taken } = fakeStore()
    state.fail = (batch) => (identities(batch)?.includes(13) ? sqlState(code) : undefined)
    const settled = new Map<number, boolean>()
    for (let no = 0; no < 40; no++) writer.push(uplink(no, (stored) => settled.set(no, stored)))
    await writer.drained()
    expect([settled.size, [...settled].filter(([, stored]) => !stored)]).toEqual([40, [[13, false]]])
    expect(taken.flatMap((batch) => identities(batch) ?? [])).toHaveLength(39)
    expect([writer.down, writer.full]).toEqual([false, false])
  },
)

test('a single row is refused too, instead of blocking all later ones', async () => {
  const { writer, state, outages } = fakeStore()
  state.fail = (batch) => (identities(batch)?.includes(13) ? sqlState('XX002') : undefined)
  const settled: boolean[] = []
  writer.push(uplink(13, (stored) => settled.push(stored)))
  await writer.drained()
  expect([settled, outages]).toEqual([[false], [true, false]])
})

test.each(['42P01', '53100', '57P03', '08006', '58030', '40P01', '25006'])(
  'no row is blamed while the store takes nothing (%s)',
  async (code) => {
    const { writer, state, taken } = fakeStore()
    let refusals = 30
    state.fail = () => (refusals-- > 0 ? sqlState(code) : undefined)
    const settled: boolean[] = []
    for (let no = 0; no < 5; no++) writer.push(uplink(no, (stored) => settled.push(stored)))
    await writer.drained()
    expect(settled).toEqual([true, true, true, true, true])
    expect(taken.flatMap((batch) => identities(batch) ?? [])).toEqual([0, 1, 2, 3, 4])
  },
)

test('a store that is back when it is asked whether it takes anything had blamed no row', async () => {
  const { writer, state, taken } = fakeStore()
  let away = true
  state.fail = (batch) => {
    if (batch.messages.length === 0) away = false
    return away ? sqlState('42P01') : undefined
  }
  const settled: boolean[] = []
  writer.push(uplink(1, (stored) => settled.push(stored)))
  await writer.drained()
  expect(settled).toEqual([true])
  expect(taken.flatMap((batch) => identities(batch) ?? [])).toEqual([1])
})

test('a batch that the store cannot manage in time is stored in parts, and nothing of it is refused', async () => {
  const { writer, state, taken, outages } = fakeStore()
  state.fail = (batch) => (batch.messages.length > 10 ? sqlState('57014') : undefined)
  const settled: boolean[] = []
  for (let no = 0; no < 40; no++) writer.push(uplink(no, (stored) => settled.push(stored)))
  await writer.drained()
  expect(settled).toEqual(Array.from({ length: 40 }, () => true))
  expect(taken.map((batch) => batch.messages.length)).toEqual([10, 10, 10, 10])
  expect([outages.at(-1), writer.down]).toEqual([false, false])
})

test('a batch is tried as one that may be in, also in its halves', async () => {
  const tries: [number, boolean][] = []
  const writer = new UplinkWriter({
    store: async ({ messages }, again) => {
      tries.push([messages.length, again])
      if (tries.length === 1) throw new Error('Connection terminated unexpectedly')
      if (messages.some(({ identity }) => identity === 1)) throw sqlState('22P05')
    },
    onOutage: () => undefined,
    onRefused: () => undefined,
    wait: async () => undefined,
  })
  for (let no = 0; no < 2; no++) writer.push(uplink(no))
  await writer.drained()
  expect(tries).toEqual([
    [2, false],
    [2, true],
    [1, true],
    [1, true],
  ])
})

test('a pace holds the next batch back, but not a full one', async () => {
  const sizes: number[] = []
  const writer = new UplinkWriter({
    store: async ({ messages }) => void sizes.push(messages.length),
    onOutage: () => undefined,
    onRefused: () => undefined,
    wait: async () => undefined,
    paceMs: 600_000,
  })
  const turns = async () => {
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  writer.push(uplink(0))
  await turns()
  expect(sizes).toEqual([1])
  writer.push(uplink(1))
  await turns()
  expect(sizes).toEqual([1])
  for (let no = 2; no <= 1000; no++) writer.push(uplink(no))
  await turns()
  expect(sizes).toEqual([1, 1000])
})

test('two reports of one time in a batch become one row, and the first one stands', async () => {
  const { writer, taken } = fakeStore()
  const row = (readings: Record<string, unknown>, quality: Record<string, string> | null) => ({
    ...uplink(1),
    telemetry: [{ deviceId: '1', ts: 5, readings, quality, source: 'REPORT' as const }],
  })
  writer.push(row({ level: 1 }, null))
  writer.push(row({ level: 2, rain: 3 }, { level: 'BAD', rain: 'BAD' }))
  await writer.drained()
  expect(taken[0]?.telemetry).toEqual([
    { deviceId: '1', ts: 5, readings: { level: 1, rain: 3 }, quality: { rain: 'BAD' }, source: 'REPORT' },
  ])
})

test('a key that every object has is a key like any other', async () => {
  const { writer, taken } = fakeStore()
  const row = (readings: Record<string, unknown>, quality: Record<string, string> | null) => ({
    ...uplink(1),
    telemetry: [{ deviceId: '1', ts: 5, readings, quality, source: 'REPORT' as const }],
  })
  writer.push(row({ level: 1 }, null))
  writer.push(row({ constructor: 2 }, { constructor: 'BAD' }))
  writer.push(row({ constructor: 3, rain: 4 }, null))
  await writer.drained()
  expect(taken[0]?.telemetry).toEqual([
    {
      deviceId: '1',
      ts: 5,
      readings: { level: 1, constructor: 2, rain: 4 },
      quality: { constructor: 'BAD' },
      source: 'REPORT',
    },
  ])
})

test('a batch holds ten thousand rows of history, unless one message alone brings more', async () => {
  const { writer, taken, state } = fakeStore()
  let release = () => {}
  state.held = new Promise((resolve) => {
    release = resolve
  })
  const catchingUp = (no: number, rows: number): PendingUplink => ({
    ...uplink(no),
    telemetry: Array.from({ length: rows }, (_, n) => {
      return { deviceId: String(no), ts: n, readings: { level: n }, quality: null, source: 'RECOVERED' as const }
    }),
  })
  for (const [no, rows] of [4_000, 4_000, 2_000, 1, 12_000, 1].entries()) writer.push(catchingUp(no, rows))
  release()
  await writer.drained()
  expect(taken.map(identities)).toEqual([[0, 1, 2], [3], [4], [5]])
})

test('so much waiting stops the reading, half of it lets it go on', async () => {
  const { writer, state } = fakeStore()
  let release = () => {}
  state.held = new Promise((resolve) => {
    release = resolve
  })
  const full: boolean[] = []
  writer.onFullChange((value) => full.push(value))
  for (let no = 0; no <= 20_001; no++) writer.push(uplink(no))
  expect(full).toEqual([true])
  release()
  await writer.drained()
  expect(full).toEqual([true, false])
})

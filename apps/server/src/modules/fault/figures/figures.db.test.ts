import {
  ackFault,
  closeFaults,
  FAULT_LIMITS,
  faultFigures,
  faultResource,
  ignoreFaults,
  type InputOf,
  maintenanceWindowResource,
  releaseFault,
  reliability,
  reopenFaults,
  resolveFaults,
} from '@sluice/contract'
import {
  type ApiClient,
  fakeClock,
  makeDept,
  makeDevice,
  makePerson,
  startTestPlatform,
  tellConditions,
  type TestPlatform,
} from '@sluice/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const CODES = ['P01', 'P03', 'S01'] as const
const clock = fakeClock(new Date('2026-03-31T02:00:00Z'))
let test: TestPlatform
let dept = { own: '', other: '' }
let person: ApiClient

beforeAll(async () => {
  test = await startTestPlatform({ clock })
  dept = { own: await makeDept(test.admin, '东灌区'), other: await makeDept(test.admin, '西灌区') }
  person = await makePerson(test.admin, test.db, { deptId: dept.own })
})
afterAll(() => test?.stop())

/** Time passes for what is stored; sessions stay. */
async function pass(ms: number): Promise<void> {
  await test.platform.faults.flush()
  const back = (column: string) => `${column} = ${column} - $1 * interval '1 millisecond'`
  const times = ['first_time', 'last_time', 'clear_time', 'taken_time', 'ack_time', 'resolve_time', 'ignored_until']
  await test.db.query(`update fault set ${times.map(back).join(', ')} /* unscoped:test */`, [ms])
  await test.db.query(`update fault_log set ${back('ts')}`, [ms])
}

const last = (days: number, more: Partial<InputOf<typeof faultFigures>> = {}) => {
  const end = clock.now().getTime() + MINUTE_MS
  return { startTime: new Date(end - days * DAY_MS).toISOString(), endTime: new Date(end).toISOString(), ...more }
}

/** The same numbers on every run. */
function dice(seed: number): (most: number) => number {
  let state = seed
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * most)
  }
}

/** One step of a random life, by the door that a device or a person uses; one that does not follow is refused. */
async function step(roll: (most: number) => number, devices: readonly string[]): Promise<void> {
  const deviceId = devices[roll(devices.length)]!
  const code = CODES[roll(CODES.length)]!
  const what = roll(10)
  if (what < 5) return tellConditions(test, { deviceId, deptId: dept.own }, { [code]: what < 3 })
  await test.platform.faults.flush()
  const { list } = await person.page(faultResource, { deviceId, code })
  const row = list[roll(list.length)]
  if (!row) return
  const ids = [row.id]
  const until = new Date(clock.now().getTime() + DAY_MS).toISOString()
  const steps = [
    () => person.call(ackFault, { id: row.id, version: row.version }),
    () => person.call(ackFault, { id: row.id, version: row.version }),
    () => person.call(resolveFaults, { ids, note: '好了' }),
    () => person.call(closeFaults, { ids }),
    () => person.call(reopenFaults, { ids }),
    () => person.call(releaseFault, { ids }),
    () => person.call(ignoreFaults, { ids, reason: '不用管', until }),
  ]
  await steps[roll(steps.length)]!().catch(() => undefined)
}

interface Line {
  id: string
  deviceId: string
  code: string
  level: number
  ts: Date
  action: string
}

/** What a fault came to, told by the lines of its history alone. */
function lifeOf(lines: readonly Line[]) {
  const life = { first: 0, ack: null as number | null, cleared: null as number | null, resolved: null as number | null }
  let ignored = false
  for (const { action, ts } of lines) {
    const time = ts.getTime()
    if (action === 'RAISE') life.first = time
    if (action === 'REPEAT') life.cleared = null
    if (action === 'CLEAR') life.cleared = time
    if (action === 'ACK') life.ack ??= time
    if (action === 'RELEASE') life.ack = null
    if (action === 'RESOLVE') life.resolved = time
    if (action === 'REOPEN') {
      life.resolved = null
      if (ignored) life.ack = null
    }
    if (action !== 'CLEAR' && action !== 'REPEAT') ignored = action === 'IGNORE'
  }
  const ends = [life.cleared, life.resolved].filter((end) => end !== null)
  const [{ id, deviceId, code, level }] = lines as [Line]
  return { id, deviceId, code, level, ignored, ...life, end: ends.length > 0 ? Math.min(...ends) : null }
}

async function lives() {
  const { rows } = await test.db.query<Omit<Line, 'ts'> & { ts: string }>(
    `select f.id::text as id, f.device_id::text as "deviceId", f.code, f.level, l.ts, l.action
     from fault_log l join fault f on f.id = l.fault_id order by l.fault_id, l.ts, l.id /* unscoped:test */`,
  )
  const byFault = Map.groupBy(rows, ({ id }) => id)
  return [...byFault.values()].map((lines) => lifeOf(lines.map((line) => ({ ...line, ts: new Date(line.ts) }))))
}

/** The value below which a part of them lies, between two neighbours in proportion. */
function quantile(values: readonly number[], part: number): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  if (sorted.length === 0) return null
  const place = part * (sorted.length - 1)
  const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!]
  return low + (high - low) * (place - Math.floor(place))
}

const near = (value: number | null) => (value === null ? null : expect.closeTo(value, 3))

describe('figures of random lives', () => {
  it('are those of a recount from the histories', { timeout: 120_000 }, async () => {
    const roll = dice(7)
    const devices: string[] = []
    for (let n = 0; n < 6; n++) devices.push((await makeDevice(test.admin, { deptId: dept.own })).id)
    for (let n = 0; n < 260; n++) {
      await step(roll, devices)
      await pass((1 + roll(240)) * MINUTE_MS)
    }
    const figures = await person.call(faultFigures, last(60))
    const all = await lives()
    const nowMs = clock.now().getTime()
    const minutes = (from: number, to: number | null) => (to === null ? null : (to - from) / MINUTE_MS)
    const acks = all.map(({ first, ack }) => minutes(first, ack)).filter((one) => one !== null)
    const mends = all.map(({ first, end }) => minutes(first, end)).filter((one) => one !== null)
    const over = all.filter(({ cleared }) => cleared !== null)
    const came = over.filter((one) =>
      all.some(
        (next) =>
          next.deviceId === one.deviceId &&
          next.code === one.code &&
          next.first > one.cleared! &&
          next.first <= one.cleared! + 30 * DAY_MS,
      ),
    )
    expect(all.length).toBeGreaterThan(30)
    expect(acks.length).toBeGreaterThan(5)
    expect(came.length).toBeGreaterThan(3)
    expect(figures.now).toMatchObject({
      faults: all.length,
      consequences: 0,
      taken: acks.length,
      ackMedian: near(quantile(acks, 0.5)),
      ackP90: near(quantile(acks, 0.9)),
      mended: mends.length,
      mendMedian: near(quantile(mends, 0.5)),
      mendP90: near(quantile(mends, 0.9)),
      over: over.length,
      repeated: came.length,
    })
    for (const { level, responseMin, repairMin } of FAULT_LIMITS) {
      const [response, repair] = [
        { due: 0, inTime: 0 },
        { due: 0, inTime: 0 },
      ]
      for (const one of all.filter((life) => life.level === level)) {
        const lasted = minutes(one.first, one.end ?? nowMs)!
        for (const [sum, limit, done] of [
          [response, responseMin, minutes(one.first, one.ack)],
          [repair, repairMin, minutes(one.first, one.end)],
        ] as const) {
          const inTime = done !== null && done <= limit
          if (inTime) sum.inTime++
          if (inTime || (lasted > limit && (done !== null || !one.ignored))) sum.due++
        }
      }
      expect(figures.now.response.find((one) => one.level === level)).toEqual({ level, ...response })
      expect(figures.now.repair.find((one) => one.level === level)).toEqual({ level, ...repair })
    }
    expect(figures.open).toBe(all.filter(({ cleared }) => cleared === null).length)
    expect(figures.series.reduce((sum, { begun }) => sum + begun, 0)).toBe(all.length)
    expect(figures.series.reduce((sum, { cleared }) => sum + cleared, 0)).toBe(over.length)
    const byCode = CODES.map((code) => [code, all.filter((one) => one.code === code).length] as const)
    expect(new Map(figures.codes.map(({ key, n }) => [key, n]))).toEqual(new Map(byCode))
    expect(figures.codes.at(-1)!.cumulative).toBeCloseTo(1)
    expect(figures.devices.map(({ n }) => n)).toEqual(figures.devices.map(({ n }) => n).toSorted((a, b) => b - a))
    // One person took all that were taken.
    const [taker] = figures.people
    expect(taker).toMatchObject({ n: expect.any(Number), ackMedian: figures.now.ackMedian })
    const inTime = (kept: typeof figures.now.response) => kept.reduce((sum, one) => sum + one.inTime, 0)
    expect(inTime(taker!.response)).toBe(inTime(figures.now.response))
    expect(taker!.mendMedian).not.toBeNull()
    const byLevel = Map.groupBy(
      all.filter(({ cleared }) => cleared === null),
      ({ level }) => level,
    )
    expect(figures.openLevels).toEqual(
      [...byLevel].map(([level, ones]) => ({ level, n: ones.length })).toSorted((a, b) => b.level - a.level),
    )
    const narrow = await person.call(faultFigures, last(60, { level: 2, code: 'P01' }))
    expect(narrow.now.faults).toBe(all.filter(({ code, level }) => code === 'P01' && level === 2).length)
    expect((await person.call(faultFigures, last(120))).step).toBe('WEEK')
    expect(await person.call(faultFigures, last(60, { deptId: dept.other }))).toMatchObject({
      now: { faults: 0 },
      open: 0,
    })
  })
})

describe('what counts', () => {
  it('a consequence never does, and one that began in maintenance has no time until it was taken', async () => {
    const deptId = await makeDept(test.admin, '北灌区')
    const own = await makePerson(test.admin, test.db, { deptId })
    const [first, second] = [await makeDevice(test.admin, { deptId }), await makeDevice(test.admin, { deptId })]
    const now = clock.now().getTime()
    await test.admin.insert(maintenanceWindowResource, {
      deptId,
      name: '检修',
      deviceId: second.id,
      fromTime: new Date(now - MINUTE_MS).toISOString(),
      toTime: new Date(now + DAY_MS).toISOString(),
    })
    await tellConditions(test, { deviceId: first.id, deptId }, { P01: true, S01: true })
    await tellConditions(test, { deviceId: second.id, deptId }, { P01: true })
    await test.platform.faults.flush()
    await test.db.query(
      `update fault set cause_id = (select id from fault where device_id = $1 and code = 'P01')
       where device_id = $1 and code = 'S01' /* unscoped:test */`,
      [first.id],
    )
    await pass(10 * MINUTE_MS)
    for (const { id, version } of (await own.page(faultResource, { code: 'P01' })).list)
      await own.call(ackFault, { id, version })
    expect(await own.call(faultFigures, last(7))).toMatchObject({
      now: { faults: 2, consequences: 1, taken: 1, ackMedian: expect.closeTo(10, 1) },
      before: { faults: 0, ackMedian: null },
      open: 2,
    })
  })

  it('only what the caller sees does', async () => {
    const { id: deviceId } = await makeDevice(test.admin, { deptId: dept.other })
    await tellConditions(test, { deviceId, deptId: dept.other }, { P01: true })
    const [mine, everybody] = [await person.call(faultFigures, last(7)), await test.admin.call(faultFigures, last(7))]
    expect(mine.devices.map(({ key }) => key)).not.toContain(deviceId)
    expect(everybody.devices.map(({ key }) => key)).toContain(deviceId)
  })

  it('a time of more than 400 days, or of none, is refused', async () => {
    await expect(person.call(faultFigures, last(401))).rejects.toMatchObject({ key: 'validation' })
    await expect(person.call(reliability, last(0))).rejects.toMatchObject({ key: 'validation' })
  })
})

describe('reliability of a product and firmware', () => {
  it('divides the days of a device by the faults of the firmware that it ran then', async () => {
    const deptId = await makeDept(test.admin, '南灌区')
    const own = await makePerson(test.admin, test.db, { deptId })
    const { id: deviceId } = await makeDevice(test.admin, { deptId })
    const ago = (days: number) => new Date(clock.now().getTime() - days * DAY_MS).toISOString()
    await test.db.query(
      `insert into device_shadow (device_id, first_seen_time, last_seen_time) values ($1, $2, $3)
       on conflict (device_id) do update set first_seen_time = $2, last_seen_time = $3 /* unscoped:test */`,
      [deviceId, ago(40), ago(0)],
    )
    const runs = (version: string, since: string) =>
      test.db.query(
        `insert into device_firmware (device_id, version_name, report_time) values ($1, $2, $3)
         on conflict (device_id) do update set version_name = excluded.version_name, report_time = excluded.report_time
         /* unscoped:test */`,
        [deviceId, version, since],
      )
    await runs('1.0', ago(30))
    await runs('1.0', ago(20))
    await runs('1.1', ago(10))
    for (const [code, days] of [
      ['P01', 25],
      ['P03', 15],
      ['S01', 5],
    ] as const) {
      await tellConditions(test, { deviceId, deptId }, { [code]: true })
      await test.platform.faults.flush()
      await test.db.query(`update fault set first_time = $2 where device_id = $1 and code = $3 /* unscoped:test */`, [
        deviceId,
        ago(days),
        code,
      ])
    }
    const told = await own.call(reliability, last(60))
    expect(
      told.map(({ firmware, newest, devices, faults, ranked }) => [firmware, newest, devices, faults, ranked]),
    ).toEqual([
      ['1.1', true, 1, 1, false],
      ['1.0', false, 1, 2, false],
      [null, false, 1, 0, false],
    ])
    expect(told.map(({ deviceDays, mtbfDays }) => [deviceDays, mtbfDays])).toEqual([
      [expect.closeTo(10, 2), expect.closeTo(10, 2)],
      [expect.closeTo(20, 2), expect.closeTo(10, 2)],
      [expect.closeTo(10, 2), null],
    ])
    expect(await person.call(reliability, last(60))).not.toContainEqual(expect.objectContaining({ firmware: '1.1' }))
  })
})

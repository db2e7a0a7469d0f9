import {
  dashboardSummary,
  dashboardWater,
  geoFeatureResource,
  networkAttach,
  networkFlows,
  networkIsolate,
} from '@sluice/contract'
import { type ApiClient, makeDept, makeDevice, makePerson, startTestPlatform, type TestPlatform } from '@sluice/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'

const MINUTE = 60_000
const HOUR = 3_600_000
const now = Date.now()
let platform: TestPlatform
let here: string
let there: string
let mine: ApiClient
let theirs: ApiClient
/** Of `here`, and of `there`; they meet in one point. */
let edge: string
let foreignEdge: string

beforeAll(async () => {
  platform = await startTestPlatform()
  here = await makeDept(platform.admin, 'here')
  there = await makeDept(platform.admin, 'there')
  edge = await canal(here, 116, 116.02)
  foreignEdge = await canal(there, 116.02, 116.04)
})
afterAll(() => platform?.stop())
// Answers about a whole scope are kept for a while: a person who is new has none.
beforeEach(async ({ task }) => {
  await platform.db.query('update device set deleted = true /* unscoped:test */')
  here = await makeDept(platform.admin, `here ${task.id}`)
  there = await makeDept(platform.admin, `there ${task.id}`)
  await platform.db.query('update geo_feature set dept_id = $1 where id = $2 /* unscoped:test */', [here, edge])
  await platform.db.query('update geo_feature set dept_id = $1 where id = $2 /* unscoped:test */', [there, foreignEdge])
  mine = await makePerson(platform.admin, platform.db, { deptId: here })
  theirs = await makePerson(platform.admin, platform.db, { deptId: there })
})

function canal(deptId: string, from: number, to: number): Promise<string> {
  const coordinates = [
    [from, 39],
    [to, 39],
  ]
  const geometry = { type: 'LineString', coordinates }
  return platform.admin.insert(geoFeatureResource, { kind: 'CANAL', name: `${from}`, deptId, geometry })
}

/** A device on a line whose latest values are these: `[value, epoch ms, quality, last good one, its time]`. */
async function shows(deptId: string, readings: object, edgeId = edge, lng = 116.01): Promise<string> {
  const { id } = await makeDevice(platform.admin, { deptId, lng, lat: 39 })
  await platform.db.query(
    `insert into device_shadow (device_id, status, readings, silent_after)
     values ($1, 'ONLINE', $2, now() + interval '1 day') /* unscoped:test */`,
    [id, JSON.stringify(readings)],
  )
  await platform.admin.call(networkAttach, { deviceId: id, edgeId })
  return id
}

async function made(id: string, stats: object): Promise<void> {
  const hour = Math.floor(now / HOUR) * HOUR - 2 * HOUR
  await platform.db.query(
    `insert into telemetry_hour (device_id, bucket, stats) values ($1, to_timestamp($2::float8 / 1000), $3)
     /* unscoped:test */`,
    [id, hour, JSON.stringify(stats)],
  )
}

const sumOf = (hours: readonly (number | null)[]) => hours.reduce<number>((sum, m3) => sum + (m3 ?? 0), 0)

/** All that is summed over devices: path -> what it sums, and how many devices it says it left out. */
const AGGREGATES: Readonly<Record<string, (who: ApiClient) => Promise<(number | null)[][]>>> = {
  [dashboardSummary.path]: async (who) => {
    const { flowM3h, flowLeftOut, volumeTodayM3, volumeLeftOut } = await who.call(dashboardSummary)
    return [
      [flowM3h, flowLeftOut],
      [volumeTodayM3, volumeLeftOut],
    ]
  },
  [dashboardWater.path]: async (who) => {
    const { today, yesterday, leftOut } = await who.call(dashboardWater)
    return [[sumOf(today) + sumOf(yesterday), leftOut]]
  },
  [networkFlows.path]: async (who) => (await who.call(networkFlows)).map(({ flowM3h, leftOut }) => [flowM3h, leftOut]),
}

/** BAD as it is kept today, and what an earlier program kept as good without a look at its kind. */
const BAD_FLOWS = [
  [5_000_000, now, 'BAD'],
  [5_000_000, now, 'BAD', 33, now - MINUTE],
  ['n/a', now, 'BAD'],
  ['n/a', now],
  [true, now],
  [null, now],
]

describe('what is summed over devices', () => {
  test.each(Object.keys(AGGREGATES))('%s leaves BAD values out and says of how many devices', async (path) => {
    const totalVolume = [130, now]
    const meters = [
      await shows(here, { flow: [10, now], totalVolume }),
      await shows(here, { flow: [2.5, now], totalVolume }),
    ]
    for (const id of meters) await made(id, { totalVolume: { count: 2, first: 126, last: 130, delta: 4 } })
    for (const flow of BAD_FLOWS) {
      const id = await shows(here, { flow, totalVolume: flow.slice(0, 3) })
      await made(id, { totalVolume: { count: 0, bad: 3 } })
    }
    const left = BAD_FLOWS.length
    const flow = [12.5, left]
    // Midnight may lie between now and the hour that is made: then it is the water of yesterday.
    const volume = [expect.closeTo(8, 5), left]
    const wanted: Readonly<Record<string, unknown[]>> = {
      [dashboardSummary.path]: [flow, [expect.any(Number), left]],
      [dashboardWater.path]: [volume],
      [networkFlows.path]: [flow],
    }
    expect(await AGGREGATES[path]!(mine)).toEqual(wanted[path])
  })

  test.each(Object.keys(AGGREGATES))('%s counts and leaves out nothing of other departments', async (path) => {
    for (const flow of [[7, now], ...BAD_FLOWS]) {
      const id = await shows(there, { flow, totalVolume: flow })
      await made(id, { totalVolume: flow.length === 2 ? { count: 1, last: 7, delta: 3 } : { count: 0, bad: 3 } })
    }
    const nothing: Readonly<Record<string, unknown[]>> = {
      [dashboardSummary.path]: [
        [null, 0],
        [null, 0],
      ],
      [dashboardWater.path]: [[0, 0]],
      // Their valves sit on our canal.
      [networkFlows.path]: [],
    }
    expect(await AGGREGATES[path]!(mine)).toEqual(nothing[path])
    expect(await AGGREGATES[path]!(platform.admin)).not.toEqual(nothing[path])
  })

  test('the flow of the fleet is that of meters that are there: no river, none that is silent or switched off', async () => {
    await shows(here, { flow: [10, now] })
    for (const flow of [
      [7, now],
      [5e6, now, 'BAD'],
    ]) {
      await shows(here, { flow, level: [1, now] })
      const silent = await shows(here, { flow })
      const off = await shows(here, { flow })
      await platform.db.query("update device_shadow set status = 'OFFLINE' where device_id = $1 /* unscoped:test */", [
        silent,
      ])
      await platform.db.query('update device set enabled = false where id = $1 /* unscoped:test */', [off])
    }
    expect(await mine.call(dashboardSummary)).toMatchObject({ flowM3h: 10, flowLeftOut: 0 })
  })

  test('a sum that is not listed here is found by its unit', () => {
    const unit = /(M3|M3h|M3s|Mpa|Kwh|Mm|PerCent|Sum|Avg|Total)$/
    /** A length of pipe; counts of rows. */
    const known = /^(lengthM|total)$/
    const numbersIn = (schema: unknown): string[] => {
      if (typeof schema !== 'object' || schema === null) return []
      const { properties = {}, ...more } = schema as { properties?: Record<string, unknown> }
      return [
        ...Object.keys(properties),
        ...Object.values(properties).flatMap(numbersIn),
        ...Object.values(more).flatMap((part) => (Array.isArray(part) ? part.flatMap(numbersIn) : numbersIn(part))),
      ]
    }
    const found = platform.platform.api.mounted.flatMap(({ path, output, resource }) => {
      if (!output || resource) return []
      const names = numbersIn(z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' }))
      return names.some((name) => unit.test(name) && !known.test(name)) ? [path] : []
    })
    expect([...new Set(found)].filter((path) => !(path in AGGREGATES))).toEqual([])
    expect(found).toEqual(expect.arrayContaining([dashboardSummary.path, networkFlows.path]))
  })
})

describe('the network in sight', () => {
  test('an edge flows by the valves that one sees, and is not there where one does not see it', async () => {
    await shows(here, { flow: [10, now] })
    await shows(there, { flow: [700, now] })
    await shows(there, { flow: [5e6, now, 'BAD'] })
    await shows(here, { flow: [60, now] }, foreignEdge)
    expect(await mine.call(networkFlows)).toMatchObject([{ edgeId: edge, flowM3h: 10, leftOut: 0 }])
    expect(await theirs.call(networkFlows)).toEqual([])
    expect(await platform.admin.call(networkFlows)).toMatchObject([
      { edgeId: edge, flowM3h: 710, leftOut: 1 },
      { edgeId: foreignEdge, flowM3h: 60, leftOut: 0 },
    ])
  })

  test('an edge where all that is told is BAD has no flow and says so; one that stands still is not there', async () => {
    await shows(here, { flow: ['n/a', now, 'BAD'] })
    expect(await mine.call(networkFlows)).toMatchObject([{ edgeId: edge, flowM3h: 0, leftOut: 1 }])
    await platform.db.query('update device_shadow set readings = $1 /* unscoped:test */', [{ flow: [0, now] }])
    expect(await mine.call(networkFlows)).toEqual([])
  })

  test('each valve of an edge proves its own flow, at its place; a silent, a disabled and a BAD one prove none', async () => {
    const [silent, off] = [
      await shows(here, { flow: [40, now] }, edge, 116.004),
      await shows(here, { flow: [40, now] }),
    ]
    await shows(here, { flow: [-30, now] }, edge, 116.016)
    await shows(here, { flow: [30, now] }, edge, 116.018)
    await shows(here, { flow: [5e6, now, 'BAD'] }, edge, 116.02)
    await makeDevice(platform.admin, { deptId: here, lng: 116, lat: 39 }).then(({ id }) =>
      platform.admin.call(networkAttach, { deviceId: id, edgeId: edge }),
    )
    await platform.db.query("update device_shadow set status = 'OFFLINE' where device_id = $1 /* unscoped:test */", [
      silent,
    ])
    await platform.db.query('update device set enabled = false where id = $1 /* unscoped:test */', [off])
    const told = async () => {
      const [found] = await mine.call(networkFlows)
      const valves = found?.valves.map(({ at, flowM3h }) => [Math.round(at * 10), flowM3h])
      return { ...found, valves }
    }
    // Where they stand is found by the next rebuild of the network. The sum is zero, and yet water moves.
    const places = [0, 2, 5, 8, 9, 10]
    const flows = [null, null, null, -30, 30, null]
    const valves = places.map((place, n) => [place, flows[n]])
    await expect.poll(told).toEqual({ edgeId: edge, flowM3h: 0, leftOut: 1, valves })
  })

  test('is isolated by the valves that one sees, along the edges that one sees', async () => {
    const ours = await shows(here, {}, edge, 116.012)
    const foreign = await shows(there, {}, edge, 116.006)
    const asked = (who: ApiClient) => who.call(networkIsolate, { edgeId: edge, lng: 116.001, lat: 39 })
    const valvesOf = async (who: ApiClient) => (await asked(who)).valves.map(({ deviceId }) => deviceId).sort()
    await expect.poll(() => valvesOf(platform.admin)).toEqual([foreign])
    expect(await valvesOf(mine)).toEqual([ours])
    await platform.db.query('update device set deleted = true /* unscoped:test */')
    // Without valves the water stands in all that is joined: for us, up to where our canal ends.
    await expect.poll(async () => (await asked(platform.admin)).edgeIds.sort()).toEqual([edge, foreignEdge].sort())
    expect((await asked(mine)).edgeIds).toEqual([edge])
    await expect(theirs.call(networkIsolate, { edgeId: edge })).rejects.toMatchObject({ key: 'not-found' })
  })
})

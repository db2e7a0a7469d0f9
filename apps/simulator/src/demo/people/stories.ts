import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom, seedOf } from '../../random.ts'
import { type PlatformApi, Refusal } from '../platform-api.ts'
import { DEVICE_PREFIX } from '../world.ts'
import type { DemoSource, DemoUser } from '../world.types.ts'
import { deskStep } from './fault-desk.ts'
import { repairsOfFaults } from './fault-repairs.ts'
import { burstOf, pastFaults } from './past-faults.ts'
import { exchangeOne } from './exchange.ts'
import { pastRepairs } from './past-repairs.ts'
import type { KnownDevice, KnownPerson } from './person.types.ts'
import { keepRota, provideTelling } from './telling.ts'

const OFFICE = '清河县水务局'
const DAY_MS = 86_400_000
const FAULTS = 60
/** Days that they reach back. */
const DAYS = 90
/** On average; the rota is looked at with it. */
const STEP_S = 150

export interface StoryOptions {
  api: PlatformApi
  devices: readonly DemoSource[]
  users: readonly DemoUser[]
  seed: number
  signal?: AbortSignal
}

type Say = (status: Readonly<Record<string, unknown>>) => void

/**
 * The people of the county: who is told of faults and who is on duty, what befell before, and then somebody at the list of
 * faults. In the background, as the county's history: it runs without them, too.
 */
export async function tellStories(options: StoryOptions, say: Say): Promise<void> {
  const { signal } = options
  const startedAt = performance.now()
  try {
    const nowMs = Date.now()
    const county = await findCounty(options)
    const told = await provideTelling(options.api, county, nowMs)
    await keepRota(options.api, county.departments, told, nowMs)
    const past = await bringPast(options, county, nowMs)
    say({ event: 'stories', seconds: Math.round((performance.now() - startedAt) / 100) / 10, ...past })
    await workOn(options, county, told)
  } catch (error) {
    if (signal?.aborted || (error instanceof Refusal && error.status === 401)) return
    say({ event: 'stories', error: error instanceof Error ? error.message : error })
  }
}

type County = Awaited<ReturnType<typeof findCounty>>

interface Node {
  id: string
  name: string
  children?: Node[]
}

const withAll = (nodes: readonly Node[]): Node[] => nodes.flatMap((one) => [one, ...withAll(one.children ?? [])])

/** What the platform knows of the county. */
async function findCounty({ api, devices: sources, users }: StoryOptions) {
  const [tree, accounts, rows, own] = await Promise.all([
    api.get('/security/v1/dept/tree') as Promise<Node[]>,
    api.all('/security/v1/sysUser/page', { keyword: 'qh.' }),
    api.all('/device/v1/device/page', { keyword: DEVICE_PREFIX }),
    api.get('/security/v1/sysUser/getInfo') as Promise<{ id: string }>,
  ])
  const kinds = new Map(sources.map((one) => [one.deviceNo, one]))
  const devices = rows.flatMap((row): KnownDevice[] => {
    const source = kinds.get(String(row['deviceNo']))
    if (!source) return []
    const { kind, channel } = source
    const [id, name, deptId] = [String(row['id']), String(row['name']), String(row['deptId'])]
    return [{ id, name, deptId, kind, isSlave: channel !== undefined }]
  })
  const working = new Set(users.filter(({ roleCode }) => roleCode !== 'ROLE_VIEWER').map(({ username }) => username))
  const people = accounts.flatMap((row): KnownPerson[] =>
    working.has(String(row['username']))
      ? [{ id: String(row['id']), name: String(row['nickName']), deptId: String(row['deptId']) }]
      : [],
  )
  const departments = new Map(withAll(tree).map(({ name, id }) => [name, id]))
  return {
    departments,
    officeId: departments.get(OFFICE) ?? '',
    accounts: new Map(accounts.map((row) => [String(row['username']), String(row['id'])])),
    own: own.id,
    devices,
    people,
  }
}

interface Took {
  ids: string[]
  rejected: Readonly<Record<string, number>>
}

/** Once: where there are repair orders, there is a past. */
async function bringPast({ api, seed }: StoryOptions, county: County, nowMs: number) {
  const before = (await api.get('/device/v1/repairRecord/page', { limit: 1 })) as { total: number }
  if (before.total > 0) return { faults: 0, repairs: 0, exchanged: 0, refused: 0 }
  const random = createRandom(seedOf(seed, 'stories'))
  const past = { ...county, random, untilMs: nowMs - 60_000, days: DAYS, count: FAULTS }
  const faults = [...pastFaults(past), ...burstOf(past)].toSorted((a, b) => a.firstTime.localeCompare(b.firstTime))
  const repairs = [...repairsOfFaults(faults), ...pastRepairs(past)]
  const took = (await api.post('/device/v1/historyImport/faults', { faults })) as Took
  const made = (await api.post('/device/v1/historyImport/repairs', { repairs })) as Took
  const exchanged = await exchangeOne(api, past)
  const refused = [took, made].flatMap(({ rejected }) => Object.values(rejected)).reduce((sum, n) => sum + n, 0)
  return { faults: took.ids.length, repairs: made.ids.length, exchanged, refused }
}

async function workOn({ api, seed, signal }: StoryOptions, county: County, told: ReadonlyMap<string, string>) {
  const random = createRandom(seedOf(seed, 'desk', Date.now()))
  const deptOf = new Map(county.devices.map(({ id, deptId }) => [id, deptId]))
  let plannedMs = Date.now()
  for (;;) {
    await sleep(STEP_S * 1000 * random.between(0.5, 1.5), undefined, signal ? { signal } : {})
    await deskStep(api, county.people, { deptOf, officeId: county.officeId, random })
    if (Date.now() - plannedMs < DAY_MS / 4) continue
    plannedMs = Date.now()
    await keepRota(api, county.departments, told, plannedMs)
  }
}

import { randomBytes } from 'node:crypto'
import { NOTICE_YEARS, publicNotice } from '@sluice/kit'
import { datedCalibration } from './calibrations.ts'
import { inParallel } from './in-parallel.ts'
import { DemoError, type PlatformApi, Refusal } from './platform-api.ts'
import { provideFlows } from './office/provide-flows.ts'
import { provideFirmware, runningVersions, withVersion } from './provide-firmware.ts'
import { provideGeography } from './provide-geography.ts'
import { DEVICE_PREFIX } from './world.ts'
import { warrantyOf } from './warranty.ts'
import type { DemoDevice, DemoProduct, DemoStation, DemoUser, DemoWorld } from './world.types.ts'

/** The result of a start: what it created, and what existed from an earlier one. */
export interface Provisioned {
  departments: { made: number; found: number }
  users: { made: number; found: number }
  devices: { made: number; found: number }
  /** Features of the map; 0 when the county was there. */
  features: number
}

/** Tokens of MQTT stations by device number, stored across restarts: the platform shows each one once. */
export interface TokenStore {
  get(deviceNo: string): string | undefined
  set(deviceNo: string, token: string): void
}

/** A station that may call now; `token` of an MQTT station only. */
export type StationReady = (station: DemoStation, token: string | undefined) => void

const PARALLEL_STATIONS = 6
const REMARK = '演示数据（模拟器）'
/** The steps that lead a new unit to where it works. */
const LIFE = ['stockIn', 'ship', 'install']
const ZONE = 'Asia/Shanghai'

interface DepartmentNode {
  id: string
  name: string
  children?: DepartmentNode[]
}

/** Ids by what a person knows things by. */
interface Known {
  departments: Map<string, string>
  /** The area of each department, by its name. */
  areas: Map<string, string>
  products: Map<string, string>
  devices: Map<string, string>
  /** Scenes of temperature, by name. */
  scenes: Map<string, string>
}

/**
 * Brings the world onto the platform through its HTTP API and reports each station as soon as it may connect. What
 * already exists, by name or number, is left unchanged, so that changes made in the console persist.
 */
export async function provision(
  api: PlatformApi,
  world: DemoWorld,
  tokens: TokenStore,
  onStation: StationReady,
): Promise<Provisioned> {
  const done: Provisioned = {
    departments: { made: 0, found: 0 },
    users: { made: 0, found: 0 },
    devices: { made: 0, found: 0 },
    features: 0,
  }
  const departments = await provideDepartments(api, world, done)
  await provideCalendar(api)
  // First of all, so that a user who opens the map sees the land, and devices appear on it.
  done.features = await provideGeography(api, world.county, departments)
  await provideProducts(api, world.products)
  const [products, devices] = await Promise.all([
    api.all('/cloud/v1/product/page'),
    api.all('/device/v1/device/page', { keyword: DEVICE_PREFIX }),
  ])
  const known: Known = {
    departments,
    areas: await provideAreas(api, world, departments),
    scenes: await provideScenes(api, world, departments),
    products: new Map(products.map((row) => [String(row['productNo']), String(row['id'])])),
    devices: new Map(devices.map((row) => [String(row['deviceNo']), String(row['id'])])),
  }
  const running = world.firmware.length > 0 ? await runningVersions(api) : new Map<string, string>()
  await inParallel([...world.stations, ...world.field], PARALLEL_STATIONS, async (station) => {
    const version = running.get(known.devices.get(station.device.deviceNo) ?? '')
    onStation(withVersion(station, version), await provideStation(api, station, known, tokens, done))
  })
  await provideUsers(api, world.users, departments, done)
  await provideFlows(api, await rootOf(api))
  // Last: a roll-out is of the devices that are there when it begins.
  const [county] = world.departments
  await provideFirmware(api, world.firmware, { products: known.products, deptId: departments.get(county?.name ?? '') })
  return done
}

/** The department that everybody belongs to or stands below. */
async function rootOf(api: PlatformApi): Promise<string> {
  const [root] = (await api.get('/security/v1/dept/tree')) as DepartmentNode[]
  if (!root) throw new DemoError('The platform has no department to put the demo into.')
  return root.id
}

/** The public notices of the years; what somebody set in a year stays. */
async function provideCalendar(api: PlatformApi): Promise<void> {
  for (const year of NOTICE_YEARS) {
    const { days } = (await api.get('/flow/v1/workDay/year', { year })) as { days: unknown[] }
    if (days.length === 0) await api.post('/flow/v1/workDay/set', { days: publicNotice(year) })
  }
}

/** Products that the county made of ready models; one that is there stays as it is. */
async function provideProducts(api: PlatformApi, wanted: readonly DemoProduct[]): Promise<void> {
  if (wanted.length === 0) return
  const rows = await api.all('/cloud/v1/product/page')
  const known = new Set(rows.map((row) => String(row['productNo'])))
  for (const { template, ...facts } of wanted) {
    if (known.has(facts.productNo)) continue
    const id = idOf(await api.post('/cloud/v1/product/create', { ...facts, from: { template } }))
    const { version } = (await api.get('/cloud/v1/product/model', { id })) as { version: number }
    await api.post('/cloud/v1/product/publish', { id, version, note: REMARK })
  }
}

async function provideDepartments(api: PlatformApi, world: DemoWorld, done: Provisioned): Promise<Map<string, string>> {
  const [root] = (await api.get('/security/v1/dept/tree')) as DepartmentNode[]
  if (!root) throw new DemoError('The platform has no department to put the demo into.')
  const ids = new Map<string, string>()
  const nodes = new Map<string, DepartmentNode>()
  for (const { name, kind, parent } of world.departments) {
    const parentId = parent === null ? root.id : (ids.get(parent) as string)
    const siblings = (parent === null ? root : nodes.get(parent))?.children ?? []
    const found = siblings.find((node) => node.name === name)
    if (found) {
      nodes.set(name, found)
      ids.set(name, found.id)
      done.departments.found++
      continue
    }
    const sort = ids.size + 1
    const values = { parentId, name, kind, sort, status: 'NORMAL', timeZone: ZONE, remark: REMARK }
    ids.set(name, idOf(await api.post('/security/v1/dept/insert', values)))
    done.departments.made++
  }
  return ids
}

/** Whoever answers for devices has a place for them, below that of the department above. */
async function provideAreas(
  api: PlatformApi,
  { departments }: DemoWorld,
  ids: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const [existing, land] = await Promise.all([
    api.all('/device/v1/area/page'),
    api.all('/device/v1/geo/page', { kind: 'AREA' }),
  ])
  const boundaries = new Map(land.map((row) => [String(row['name']), String(row['id'])]))
  const areas = new Map(existing.map((row) => [String(row['name']), String(row['id'])]))
  const placeOf = (department: string) => department.replace(/(水务局|管理站|管理所|公司)$/, '')
  for (const { name: department, parent } of departments) {
    const name = placeOf(department)
    if (areas.has(name)) continue
    const parentId = parent === null ? null : (areas.get(placeOf(parent)) ?? null)
    const kind = parent === null ? 'COUNTY' : 'DISTRICT'
    const place = { name, kind, parentId, boundaryId: boundaries.get(name) ?? null }
    const values = { ...place, deptId: ids.get(department), sort: areas.size + 1, remark: REMARK }
    areas.set(name, idOf(await api.post('/device/v1/area/insert', values)))
  }
  return new Map(departments.map(({ name }) => [name, areas.get(placeOf(name))!]))
}

/** The scenes of the probes; one that is there stays as it is. */
async function provideScenes(
  api: PlatformApi,
  { field }: DemoWorld,
  departments: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const probes = field.flatMap(({ slaves }) => slaves).filter(({ probe }) => probe !== undefined)
  if (probes.length === 0) return new Map()
  const existing = await api.all('/device/v1/tempScene/page')
  const scenes = new Map(existing.map((row) => [String(row['name']), String(row['id'])]))
  for (const { probe, department } of probes) {
    const { scene } = probe!
    if (scenes.has(scene.name)) continue
    const values = { ...scene, deptId: departments.get(department), remark: REMARK }
    scenes.set(scene.name, idOf(await api.post('/device/v1/tempScene/insert', values)))
  }
  return scenes
}

/** Answers the token of an MQTT station, undefined where it has none. */
async function provideStation(
  api: PlatformApi,
  station: DemoStation,
  known: Known,
  tokens: TokenStore,
  done: Provisioned,
): Promise<string | undefined> {
  const { device, slaves, carrier } = station
  const { deviceNo, reportIntervalS } = device
  const found = known.devices.get(deviceNo)
  const address = carrier.protocol === 'SL651' ? { stationAddress: carrier.stationAddress } : {}
  const id = found ?? (await insertDevice(api, device, known, { ...address, reportIntervalS }))
  // Its number or address belongs to another department's device: the station connects to that.
  if (id === undefined) return undefined
  done.devices[found === undefined ? 'made' : 'found']++
  for (const [n, slave] of slaves.entries()) {
    if (known.devices.has(slave.deviceNo)) done.devices.found++
    else {
      const more = { masterId: id, channel: n + 1, reportIntervalS }
      if ((await insertDevice(api, slave, known, more)) !== undefined) done.devices.made++
    }
  }
  if (carrier.protocol === 'TB_MQTT') {
    // A device that was just made has none of an earlier database.
    const kept = found === undefined ? undefined : tokens.get(deviceNo)
    return kept ?? newToken(api, id, deviceNo, tokens)
  }
  if (found === undefined) {
    await api.post('/device/v1/device/rotatePassword', { deviceId: id, password: carrier.password })
  }
  return undefined
}

/** A token is shown once. One that was lost with the data folder is replaced. */
async function newToken(api: PlatformApi, deviceId: string, deviceNo: string, tokens: TokenStore): Promise<string> {
  const { password } = (await api.post('/device/v1/device/rotatePassword', { deviceId })) as { password?: unknown }
  if (typeof password !== 'string') throw new DemoError('The platform made no token for an MQTT device.')
  tokens.set(deviceNo, password)
  return password
}

/** The new id, or undefined where a number, an address or a channel is taken. */
async function insertDevice(
  api: PlatformApi,
  { name, deviceNo, productNo, department, lng, lat, address, pole, probe, calibration }: DemoDevice,
  { departments, areas, products, scenes }: Known,
  more: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  const productId = products.get(productNo)
  if (productId === undefined) throw new DemoError(`The platform does not know the product ${productNo}.`)
  const deptId = departments.get(department)
  const areaId = areas.get(department)
  const values = {
    name,
    deviceNo,
    productId,
    deptId,
    areaId,
    lng,
    lat,
    address,
    enabled: true,
    remark: REMARK,
    warrantyUntil: warrantyOf(deviceNo, Date.now()),
    ...more,
  }
  try {
    const id = idOf(await api.post('/device/v1/device/insert', values))
    for (const [version, step] of LIFE.entries()) await api.post(`/device/v1/device/${step}`, { id, version })
    if (pole) await api.post('/device/v1/lampPole/insert', { ...pole, deviceId: id, remark: REMARK })
    if (calibration) {
      const dated = datedCalibration(calibration, Date.now())
      await api.post('/device/v1/sensorCalibration/insert', { ...dated, deviceId: id, remark: REMARK })
    }
    if (probe) {
      const { probePosition, scene } = probe
      const hung = { id, version: LIFE.length, probePosition, sceneId: scenes.get(scene.name) }
      await api.post('/device/v1/tempDevice/update', hung)
    }
    return id
  } catch (error) {
    if (error instanceof Refusal && error.error === 'already-exists') return undefined
    throw error
  }
}

async function provideUsers(
  api: PlatformApi,
  users: readonly DemoUser[],
  departments: ReadonlyMap<string, string>,
  done: Provisioned,
): Promise<void> {
  const [existing, roles] = await Promise.all([
    api.all('/security/v1/sysUser/page', { keyword: 'qh.' }),
    api.all('/security/v1/role/page'),
  ])
  const names = new Set(existing.map((row) => row['username']))
  const roleIds = new Map(roles.map((row) => [String(row['code']), String(row['id'])]))
  const made: string[] = []
  for (const { username, nickName, department, roleCode, seniorityFrom, leads } of users) {
    if (names.has(username)) {
      done.users.found++
      continue
    }
    const deptId = departments.get(department)
    const password = newPassword()
    const userId = idOf(
      await api.post('/security/v1/sysUser/insert', {
        username,
        nickName,
        deptId,
        password,
        seniorityFrom,
        status: 'NORMAL',
        remark: REMARK,
      }),
    )
    const roleId = roleIds.get(roleCode)
    // The operator may have renamed or removed the role; a user without one can still be given another.
    if (roleId !== undefined) await api.post('/security/v1/sysUser/saveAuthRole', { userId, roleIds: [roleId] })
    if (leads && deptId !== undefined) await lead(api, deptId, userId)
    made.push(userId)
    done.users.made++
  }
  if (made.length > 0)
    for (const year of NOTICE_YEARS) await api.post('/flow/v1/leaveBalance/grant', { year, userIds: made })
}

/** Makes somebody the head of a department, where nobody is yet. */
async function lead(api: PlatformApi, deptId: string, userId: string): Promise<void> {
  const dept = (await api.get('/security/v1/dept/get', { id: deptId })) as { version: number; leaderId?: string | null }
  if (!dept.leaderId)
    await api.post('/security/v1/dept/update', { id: deptId, version: dept.version, leaderId: userId })
}

/** Nobody learns it: who wants to sign in as such a user has the administrator reset it. */
function newPassword(): string {
  return `a1${randomBytes(18).toString('base64url')}`
}

function idOf(answer: unknown): string {
  const id = typeof answer === 'object' && answer !== null ? (answer as { id?: unknown }).id : undefined
  if (typeof id !== 'string') throw new DemoError('The platform answered an insert without an id.')
  return id
}

import type { Mounted } from '@sluice/server/src/platform/http/mount-operation.ts'
import { modelOf } from '../flow/flow-models.ts'
import { inputSchema, sampleOf } from './schema-sample.ts'

/**
 * One row of another department for each kind that an operation's `tenant` names. The device has reported, so it has
 * states, messages and a fault.
 */
export interface Foreign {
  dept: string
  user: string
  role: string
  device: string
  fault: string
  /** Of its device. */
  repairRecord: string
  /** Of its device. */
  alarmLimit: string
  maintenanceWindow: string
  /** Somebody of theirs who is told, a rule, a message that was not sent, and a shift. */
  noticeUser: string
  pushRule: string
  dutyHoliday: string
  pushRecord: string
  dutyShift: string
  /** A flow of theirs, a request of it, which is its starter's own, and the task of who decided it. */
  flowDefinition: string
  flowInstance: string
  ownFlow: string
  flowTask: string
  /** An entry of the list of refusals, about its device. */
  refusal: string
  /** A line of the connection log, about its device, which connected again and again. */
  connectLog: string
  command: string
  geoFeature: string
  deviceGroup: string
  area: string
  deviceTag: string
  commandTemplate: string
  well: string
  /** What its gauge measures, and how that was calibrated. */
  sensor: string
  sensorCalibration: string
  tempScene: string
  firmwareRollout: string
  /** Its only device. */
  firmwareDevice: string
  tempDevice: string
  /** A time that its device was outside its limits. */
  tempExcursion: string
  /** Of its device, which was shipped for it. */
  commissioning: string
  lampPole: string
  lamp: string
  /** A burst of its edge that was closed off. */
  isolation: string
  /** A session of its user, and log entries about it and its actions. */
  session: string
  loginLog: string
  operationLog: string
  site: string
  /** An API key of its user. */
  apiKey: string
  /** A one-time key of its user. */
  operatorKey: string
  /** A running import of history. */
  historyImport: string
  /** An export with its file. */
  jobRun: string
}

/**
 * The expected outcome when a user of another department tries to reach the row. `refused`: 403 or 404. `unseen`: the
 * named field is reported as not-found, as in a form. `nothing`: answered without any foreign id. `nobody`: why it
 * belongs to no tenant.
 */
export type ForeignCall =
  | { refused: Record<string, unknown> }
  | { unseen: string; input: Record<string, unknown> }
  | { nothing: Record<string, unknown> }
  | { nobody: string }

/**
 * A call for the `tenant` of each mounted operation. The id goes where the contract says; the rest of the input is a
 * sample of its schema, with the members given here.
 */
export function foreignCalls(mounted: readonly Mounted[], theirs: Foreign, now: Date): Record<string, ForeignCall> {
  const samples = samplesOf(theirs, now)
  const unmounted = Object.keys(samples).filter((path) => !mounted.some((call) => call.path === path))
  if (unmounted.length > 0) throw new Error(`samples of calls that are not mounted: ${unmounted.join()}`)
  return { ...PAGES, ...Object.fromEntries(mounted.flatMap((call) => foreignCall(call, theirs, samples[call.path]))) }
}

type Sample = Readonly<Record<string, unknown>>

const SIGNED = { name: 'M', strokes: [[1, 2, 3, 4]] }

/** Valid input that a schema cannot express, and foreign ids beside the one that the contract names. */
function samplesOf(theirs: Foreign, now: Date): Readonly<Record<string, Sample>> {
  const range = { keys: 'level', startTime: new Date(0).toISOString(), endTime: now.toISOString() }
  const yesterday = new Date(now.getTime() - 86_400_000).toISOString()
  const tomorrow = new Date(now.getTime() + 86_400_000).toISOString()
  const rows = [{ deviceId: theirs.device, times: [1], columns: { level: [1] } }]
  return {
    '/security/v1/log/operation/objects': { ids: theirs.operationLog },
    '/netty/v1/command/send': { code: 'READ', params: {} },
    '/netty/v1/operatorKey/issue': { codes: ['READ'] },
    '/netty/v1/frame/inspect': { hex: '7E7E' },
    '/device/v1/device/states': { deviceIds: theirs.device },
    '/device/v1/device/mapAt': { time: now.toISOString() },
    '/device/v1/device/mapReadings': { of: 'flow' },
    '/device/v1/network/readings': { of: 'flow' },
    '/device/v1/device/mapEvents': { startTime: yesterday, endTime: now.toISOString() },
    '/device/v1/device/stateAt': { time: now.toISOString() },
    '/device/v1/device/history': range,
    '/device/v1/history/export': range,
    '/device/v1/device/saveSharedAttributes': { values: { a: 1 } },
    '/device/v1/device/saveParameters': { version: 0, values: {} },
    '/device/v1/unknownStation/adopt': { deptId: theirs.dept },
    '/device/v1/group/addMembers': { deviceIds: [theirs.device] },
    '/device/v1/group/removeMembers': { deviceIds: [theirs.device] },
    ...Object.fromEntries(
      ['begin', 'place', 'photo', 'prove', 'accept'].map((verb) => [
        `/device/v1/commissioning/${verb}`,
        {
          at: now.toISOString(),
          key: 'a key of theirs',
          ...(verb === 'begin' ? {} : { begun: 'a key of theirs' }),
          ...(verb === 'photo' ? { content: 'AAAA' } : {}),
          ...(verb === 'accept' ? { installer: SIGNED } : {}),
        },
      ]),
    ),
    '/device/v1/repairRecord/enter': {
      key: 'a key of theirs',
      at: now.toISOString(),
      entry: { kind: 'STEP', step: 'arrive', from: 'ACCEPTED' },
    },
    '/device/v1/repairRecord/replaceUnit': { newDeviceId: theirs.device, oldBecomes: 'RETIRED', counters: [] },
    '/device/v1/device/replaceMaster': { newMasterId: theirs.device },
    '/device/v1/device/setCounter': { key: 'totalVolume', digits: 6, perPulse: null },
    '/device/v1/device/exchangeMeter': { key: 'totalVolume', oldLast: 1, newFirst: 1 },
    '/device/v1/fault/figures': { startTime: yesterday, endTime: now.toISOString() },
    // A repair was finished by the clock of the store (`faultMarks`).
    '/device/v1/repairRecord/costs': {
      startTime: new Date(Date.now() - 86_400_000).toISOString(),
      endTime: new Date().toISOString(),
    },
    '/device/v1/fault/reliability': { startTime: yesterday, endTime: now.toISOString() },
    '/device/v1/fault/ignore': { until: tomorrow },
    '/device/v1/alarmLimit/copy': { scope: 'DEVICE', targetIds: [theirs.device] },
    '/device/v1/alarmLimit/preview': {
      scope: 'DEVICE',
      deviceId: theirs.device,
      rule: { key: 'flow', op: 'GT', value: 1 },
    },
    '/device/v1/push/explain': { code: 'V13' },
    '/flow/v1/definition/save': { model: modelOf([]) },
    '/flow/v1/definition/try': { model: modelOf([]), starterId: theirs.user, values: {}, chosen: {} },
    '/device/v1/duty/set': { from: yesterday, to: now.toISOString(), noticeUserId: theirs.noticeUser },
    '/device/v1/duty/ask': { noticeUserId: theirs.noticeUser },
    '/device/v1/sensorCalibration/revoke': { metric: 'level' },
    '/device/v1/geo/import': { features: [{}] },
    '/device/v1/network/attach': { edgeId: theirs.geoFeature },
    '/device/v1/isolation/begin': { deviceIds: [theirs.device] },
    '/device/v1/isolation/replace': { nextIds: [theirs.device] },
    '/device/v1/historyImport/begin': { fromTime: yesterday, toTime: now.toISOString() },
    '/device/v1/historyImport/faults': {
      faults: [{ deviceId: theirs.device, code: 'V01', firstTime: yesterday, clearTime: now.toISOString(), steps: [] }],
    },
    '/device/v1/historyImport/repairs': {
      repairs: [
        {
          deviceId: theirs.device,
          source: 'CALL',
          level: 3,
          problem: 'x',
          createTime: yesterday,
          createBy: theirs.user,
          steps: [],
        },
      ],
    },
    '/device/v1/historyImport/rows': { after: null, devices: rows },
    '/security/v1/apiKey/issue': { scopes: ['user:list'], expireTime: tomorrow },
    '/flow/v1/leaveBalance/people': { year: 2026 },
    '/security/v1/permission/ask': { key: 'user:list' },
  }
}

/** Pages of resources that are checked like operations, beside the test over all resources. */
const PAGES: Readonly<Record<string, ForeignCall>> = {
  '/security/v1/log/operation/page': { nothing: {} },
  '/security/v1/log/login/page': { nothing: {} },
  '/security/v1/log/system/page': { refused: {} },
}

function foreignCall(
  { path, access, input, operation }: Mounted,
  theirs: Foreign,
  sample: Sample = {},
): (readonly [string, ForeignCall])[] {
  if (!operation || access === 'public') return []
  const { tenant } = operation
  if (tenant === 'caller') return [[path, { nobody: 'answers about the caller alone' }]]
  if (tenant === 'scope') return [[path, { nothing: { ...sample } }]]
  const schema = inputSchema({ input })
  const given = {
    ...(sampleOf(schema.properties ? schema : (schema.anyOf?.[0] ?? schema), schema) as Sample),
    ...sample,
  }
  if (tenant === 'everything') return [[path, { refused: given }]]
  if ('none' in tenant) return [[path, { nobody: tenant.none }]]
  if (!Object.hasOwn(theirs, tenant.row)) throw new Error(`${path}: no row of another department is a ${tenant.row}`)
  const id = theirs[tenant.row as keyof Foreign]
  const isList = schema.properties?.[tenant.in]?.type === 'array'
  const whole = { ...given, [tenant.in]: isList ? [id] : id }
  return [[path, tenant.asField ? { unseen: tenant.in, input: whole } : { refused: whole }]]
}

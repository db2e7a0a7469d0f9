import type { Mounted } from '@sluice/server/src/platform/http/mount-operation.ts'
import { inputSchema, sampleOf } from './schema-sample.ts'

/** A row of another department of each kind that an operation's `tenant` names. The device has reported, so it has states, messages and a fault. */
export interface Foreign {
  dept: string
  user: string
  role: string
  device: string
  fault: string
  /** A line of the list of refusals, about its device. */
  refusal: string
  command: string
  geoFeature: string
  /** A sign-in of its user, and lines of the logs about it and about what they did. */
  session: string
  loginLog: string
  operationLog: string
  site: string
  /** A key of a program that acts as its user. */
  apiKey: string
  /** An import of history that runs. */
  historyImport: string
  /** An export with its file. */
  jobRun: string
}

/**
 * How somebody of another department tries to reach what is not theirs. `refused`: 403 or 404. `unseen`: that field is
 * called not-found, as in a form. `nothing`: they are answered, and no foreign id is in it. `nobody`: why it belongs to
 * no tenant.
 */
export type ForeignCall =
  | { refused: Record<string, unknown> }
  | { unseen: string; input: Record<string, unknown> }
  | { nothing: Record<string, unknown> }
  | { nobody: string }

/**
 * What an operation's `tenant` promises, as a call for each that is mounted. The id goes where the contract says; the
 * rest of the input is a sample of its schema, with what is said here.
 */
export function foreignCalls(mounted: readonly Mounted[], theirs: Foreign, now: Date): Record<string, ForeignCall> {
  const samples = samplesOf(theirs, now)
  const unmounted = Object.keys(samples).filter((path) => !mounted.some((call) => call.path === path))
  if (unmounted.length > 0) throw new Error(`samples of calls that are not mounted: ${unmounted.join()}`)
  return { ...PAGES, ...Object.fromEntries(mounted.flatMap((call) => foreignCall(call, theirs, samples[call.path]))) }
}

type Sample = Readonly<Record<string, unknown>>

/** Right input that a schema does not say, and foreign ids beside the one that the contract names. */
function samplesOf(theirs: Foreign, now: Date): Readonly<Record<string, Sample>> {
  const range = { keys: 'level', startTime: new Date(0).toISOString(), endTime: now.toISOString() }
  const yesterday = new Date(now.getTime() - 86_400_000).toISOString()
  const tomorrow = new Date(now.getTime() + 86_400_000).toISOString()
  const rows = [{ deviceId: theirs.device, times: [1], columns: { level: [1] } }]
  return {
    '/device/v1/device/states': { deviceIds: theirs.device },
    '/device/v1/device/history': range,
    '/device/v1/history/export': range,
    '/device/v1/device/saveSharedAttributes': { values: { a: 1 } },
    '/device/v1/unknownStation/adopt': { deptId: theirs.dept },
    '/device/v1/geo/import': { features: [{}] },
    '/device/v1/network/attach': { edgeId: theirs.geoFeature },
    '/device/v1/historyImport/begin': { fromTime: yesterday, toTime: now.toISOString() },
    '/device/v1/historyImport/rows': { after: null, devices: rows },
    '/security/v1/apiKey/issue': { scopes: ['user:list'], expireTime: tomorrow },
    '/security/v1/permission/ask': { key: 'user:list' },
  }
}

/** Pages of resources that are looked at like those of operations, beside the walk over all resources. */
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
  const whole = { ...given, [tenant.in]: theirs[tenant.row as keyof Foreign] }
  return [[path, tenant.asField ? { unseen: tenant.in, input: whole } : { refused: whole }]]
}

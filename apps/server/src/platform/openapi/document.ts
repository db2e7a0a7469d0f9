import * as contract from '@sluice/contract'
import { type Audit, ERRORS, type ErrorCode, type Resource, OPERATOR_KEY_HEADER } from '@sluice/contract'
import { KEY_HEADER } from '../http/access.ts'
import { DOWNLOAD_TYPES } from '../http/download.ts'
import type { PlainRoute } from '../http/http.ts'
import type { Mounted } from '../http/mount-operation.ts'
import { CALL_LIMITS, policyOf } from '../http/rate-limit.ts'
import { SESSION_COOKIE } from '../http/session.ts'
import { type JsonSchema, type Named, queryParameters, wireSchema } from './json-schema.ts'
import { rowSchema, verbAnswer, verbSummary } from './resource-schema.ts'
import { ABOUT } from './about.ts'
import { titleOf } from './operation-titles.ts'

/** The names of the contract's operations: what they are called in the document and in clients made from it. */
const OPERATION_NAMES = new Map<unknown, string>(
  Object.entries(contract)
    .filter(([, value]) => typeof value === 'object' && value !== null && 'path' in value)
    .map(([name, value]) => [value, name]),
)

export interface DocumentParts {
  mounted: readonly Mounted[]
  /** Routes without an envelope: probes, pictures, this document. */
  plain: readonly PlainRoute[]
  /** Name of an operation -> what its source says about it. */
  comments: ReadonlyMap<string, string>
  version: string
}

/** Everything that is mounted, as an OpenAPI 3.1 document. Derived: nothing in it is written down twice. */
export function openApiDocument({ mounted, plain, comments, version }: DocumentParts): JsonSchema {
  const schemas: Named = { ErrorKey: { type: 'string', enum: Object.keys(ERRORS) } }
  const paths: Record<string, Record<string, JsonSchema>> = {}
  const taken = new Set<string>()
  for (const call of mounted) {
    const operationId = unusedName(nameOf(call), taken)
    ;(paths[call.path] ??= {})[call.method.toLowerCase()] = operationOf(call, operationId, comments, schemas)
  }
  for (const route of plain) {
    const operationId = unusedName(plainName(route), taken)
    ;(paths[templated(route.url)] ??= {})[route.method.toLowerCase()] = plainOperation(route, operationId)
  }
  const tags = [...new Set(mounted.map(tagOf))].sort().map((name) => ({ name }))
  return {
    openapi: '3.1.1',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: { title: 'Sluice', version, description: ABOUT },
    servers: [{ url: '/' }],
    tags: [...tags, { name: PLAIN_TAG, description: 'Answers without an envelope.' }],
    paths,
    components: { schemas, securitySchemes: SECURITY, headers: LIMIT_HEADERS, responses: errorResponses() },
  }
}

const PLAIN_TAG = 'server'

const SECURITY = {
  sessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description: 'Set by sign-in; HttpOnly. A call needs the header token beside it.',
  },
  headerToken: {
    type: 'apiKey',
    in: 'header',
    name: 'authorization',
    description: 'What sign-in and `getInfo` answer as `token`, raw or after `Bearer `.',
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: KEY_HEADER,
    description: 'The key of a program; it opens the permission keys it was issued for and nothing about a person.',
  },
  operatorKey: {
    type: 'apiKey',
    in: 'header',
    name: OPERATOR_KEY_HEADER,
    description: 'A one-time key: one command, to a device and of a kind that it was issued for, within ten minutes.',
  },
}

/** The permitted callers, as alternatives: each entry names credentials that are needed together. */
function securityOf(call: Mounted): JsonSchema[] {
  const { access } = call
  if (access === 'public') return []
  if (access === 'cookie') return [{ sessionCookie: [] }]
  const person = { sessionCookie: [], headerToken: [] }
  const asked = isForProgramsToo(call) ? [person, { apiKey: [] }] : [person]
  return access !== 'session' && access.or === 'operator-key' ? [...asked, { operatorKey: [] }] : asked
}

function isForProgramsToo({ access, personOnly }: Mounted): boolean {
  return typeof access === 'object' && !personOnly
}

/** The operation log's line for a call; undefined where it changes nothing. */
function auditOf({ operation, resource }: Mounted): Audit | undefined {
  if (operation) return operation.audit
  const verb = resource && (LOGGED_VERBS[resource.verb] ?? transitionOf(resource))
  return verb === undefined ? undefined : `${resource!.resource.name}.${verb}`
}

/** The line of a transition is called as it is. */
function transitionOf({ resource, verb }: NonNullable<Mounted['resource']>): string | undefined {
  return resource.states?.transitions.find(({ name }) => name === verb)?.name
}

/** Verb of a resource -> verb of its line. A sheet leaves the line of a row that is made, or changed, for each of its rows. */
const LOGGED_VERBS: Readonly<Record<string, string>> = {
  insert: 'insert',
  update: 'update',
  del: 'del',
  restore: 'restore',
  import: 'insert',
  export: 'export',
}

function auditWords(audit: Audit | undefined): string {
  if (audit === undefined) return ''
  return typeof audit === 'string'
    ? `Leaves \`${audit}\` in the operation log.`
    : `Leaves nothing in the operation log: ${audit.none}.`
}

function operationOf(
  call: Mounted,
  operationId: string,
  comments: ReadonlyMap<string, string>,
  schemas: Named,
): JsonSchema {
  const { access, resource, operation, method } = call
  const audit = auditOf(call)
  const said = operation && comments.get(OPERATION_NAMES.get(operation) ?? '')
  const permission = typeof access === 'object' ? access.key : undefined
  const needs =
    permission === undefined
      ? `Who may call: ${typeof access === 'string' ? access : ''}.`
      : `Permission \`${permission}\`.`
  const input = wireSchema(call.input, 'input', `${capital(operationId)}Input`, schemas)
  return {
    operationId,
    summary: resource ? `${verbSummary(resource.verb)} (${resource.resource.name})` : words(operationId),
    description: [said, [needs, auditWords(audit)].filter(Boolean).join(' ')].filter(Boolean).join('\n\n'),
    tags: [tagOf(call)],
    'x-title': titlesOf(call, operationId),
    security: securityOf(call),
    'x-access': typeof access === 'object' ? 'permission' : access,
    ...(permission === undefined ? {} : { 'x-permission': permission }),
    ...(access === 'public' ? {} : { 'x-callers': isForProgramsToo(call) ? 'people-and-programs' : 'people' }),
    ...(typeof audit === 'string' ? { 'x-audit': audit } : {}),
    ...(method === 'GET'
      ? { parameters: queryParameters(input) }
      : { requestBody: { required: true, content: { 'application/json': { schema: input } } } }),
    responses: { 200: answerOf(call, operationId, schemas), ...refusals(call) },
  }
}

function titlesOf(call: Mounted, operationId: string): JsonSchema {
  const [zh, en] = titleOf(call, operationId)
  return { 'zh-CN': zh, 'en-US': en }
}

function answerOf(call: Mounted, operationId: string, schemas: Named): JsonSchema {
  const { resource } = call.resource ?? {}
  const data =
    resource && !call.output
      ? verbAnswer(call.resource!.verb, rowReference(resource, schemas))
      : call.access !== 'public' && isFile(call)
        ? undefined
        : wireSchema(call.output!, 'output', `${capital(operationId)}Answer`, schemas)
  if (data === undefined) {
    const file = { schema: { type: 'string', format: 'binary' } }
    const types = call.resource?.verb === 'file' ? ['*/*'] : DOWNLOAD_TYPES
    const content = Object.fromEntries(types.map((type) => [type, file]))
    return { description: 'The file, as an attachment', headers: { ...COUNTED, ...ATTACHMENT }, content }
  }
  const schema = {
    type: 'object',
    properties: { code: { type: 'integer' }, message: { type: 'string' }, data },
    required: ['code', 'message', 'data'],
  }
  return {
    description: 'Success: `code` is 0. 10500 means taken, but not proven yet.',
    headers: COUNTED,
    content: { 'application/json': { schema } },
  }
}

const ATTACHMENT = {
  'Content-Disposition': {
    description: '`attachment` and the name of the file',
    required: true,
    schema: { type: 'string' },
  },
}
const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds to wait', required: true, schema: { type: 'integer', minimum: 1 } },
}

/** The header fields of every counted answer about its limit. */
const LIMIT_HEADERS = {
  'RateLimit-Policy': {
    description: 'The limit: its name, so many calls (`q`) in so many seconds (`w`)',
    required: true,
    schema: { type: 'string', pattern: '^"[a-z]+";q=\\d+;w=\\d+$' },
    example: policyOf(CALL_LIMITS.session),
  },
  RateLimit: {
    description: 'Calls that are left of it (`r`); where none is, the seconds to wait (`t`)',
    required: true,
    schema: { type: 'string', pattern: '^"[a-z]+";r=(?:[1-9]\\d*|0;t=[1-9]\\d*)$' },
    example: '"session";r=299',
  },
}
const COUNTED = Object.fromEntries(
  Object.keys(LIMIT_HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
)
/** For calls that may also be refused before the caller is identified, and are not counted then. */
const PERHAPS_COUNTED = Object.fromEntries(
  Object.entries(LIMIT_HEADERS).map(([name, header]) => [name, { ...header, required: false }]),
)
const ALWAYS_COUNTED = [401, 404, 409, 429]

/** A call with the cookie alone and without an output schema is a file: a download sends no header (SEC-1). */
function isFile({ access, output }: Mounted): boolean {
  return access === 'cookie' && output?.type === 'unknown'
}

function rowReference(resource: Resource, schemas: Named): JsonSchema {
  const name = `${capital(resource.name)}Row`
  schemas[name] ??= rowSchema(resource)
  return { $ref: `#/components/schemas/${name}` }
}

/** One answer per HTTP status that the closed list of errors knows. */
function errorResponses(): Named {
  const statuses = new Map<number, ErrorCode[]>()
  for (const [key, { status }] of Object.entries(ERRORS) as [ErrorCode, { status: number }][])
    statuses.set(status, [...(statuses.get(status) ?? []), key])
  return Object.fromEntries(
    [...statuses]
      .filter(([status]) => status >= 400)
      .map(([status, keys]) => [`Error${status}`, errorResponse(status, keys)] as const),
  )
}

function errorResponse(status: number, keys: readonly ErrorCode[]): JsonSchema {
  const first = keys[0]!
  const example = {
    code: ERRORS[first].code,
    message: contract.errorText(first, 'en-US'),
    data: { error: first },
    traceId: '5e0f1c3e-6f0b-4a39-9a0e-0c3c7f6c2a11',
  }
  const data = {
    type: 'object',
    properties: {
      error: { type: 'string', enum: keys },
      fields: {
        type: 'object',
        description: 'path of the field -> why it was refused',
        additionalProperties: { type: 'string' },
      },
    },
    required: ['error'],
  }
  const properties = { code: { type: 'integer' }, message: { type: 'string' }, data, traceId: { type: 'string' } }
  const schema = { type: 'object', properties, required: ['code', 'message', 'data', 'traceId'] }
  return {
    description: `${status}: ${keys.map((key) => `${key} (${ERRORS[key].code})`).join(', ')}`,
    headers: {
      ...(ALWAYS_COUNTED.includes(status) ? COUNTED : PERHAPS_COUNTED),
      ...(status === 429 ? RETRY_AFTER : {}),
    },
    content: { 'application/json': { schema, example } },
  }
}

/** Which refusals a call knows: by who may call, and by whether it names rows or changes something. */
function refusals({ access, method }: Mounted): Named {
  const statuses = [400, 404, 429, 500, 503]
  if (access !== 'public') statuses.push(401)
  if (access !== 'public' || method === 'POST') statuses.push(403)
  if (method === 'POST') statuses.push(409, 413, 507)
  return Object.fromEntries(
    statuses
      .sort((one, other) => one - other)
      .map((status) => [status, { $ref: `#/components/responses/Error${status}` }]),
  ) as Named
}

function plainOperation({ url, describes }: PlainRoute, operationId: string): JsonSchema {
  const parameters = [...url.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const type = describes?.type ?? 'application/octet-stream'
  return {
    operationId,
    summary: describes?.summary ?? url,
    tags: [PLAIN_TAG],
    security: describes?.access === 'cookie' ? [{ sessionCookie: [] }] : [],
    'x-access': describes?.access ?? 'public',
    ...(parameters.length > 0 ? { parameters } : {}),
    responses: {
      200: {
        description: describes?.summary ?? url,
        ...(describes?.counted ? { headers: COUNTED } : {}),
        content: { [type]: {} },
      },
      ...(describes?.counted ? { 429: { $ref: '#/components/responses/Error429' } } : {}),
    },
  }
}

/** `/avatar/:name` as OpenAPI writes it. */
export function templated(url: string): string {
  return url.replace(/:(\w+)/g, '{$1}')
}

function tagOf({ path }: Mounted): string {
  const [service = '', , area = ''] = path.split('/').slice(1)
  return `${service}/${area}`
}

function nameOf({ resource, operation, path }: Mounted): string {
  if (resource) return `${resource.resource.name}${capital(resource.verb)}`
  return OPERATION_NAMES.get(operation) ?? path.split('/').slice(-2).map(capital).join('')
}

/** `/openapi.json` is `getOpenapiJson`, `/security/v1/avatar/:name` is `getAvatarName`. */
function plainName({ method, url }: PlainRoute): string {
  const parts = url
    .split('/')
    .slice(-2)
    .flatMap((part) => part.match(/[A-Za-z0-9]+/g) ?? [])
  return [method.toLowerCase(), ...parts.map(capital)].join('')
}

/** A call that is mounted at several paths appears once for each. */
function unusedName(name: string, taken: Set<string>): string {
  let free = name
  for (let n = 2; taken.has(free); n++) free = `${name}${n}`
  taken.add(free)
  return free
}

function capital(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

function words(name: string): string {
  return capital(name.replaceAll(/([a-z])([A-Z0-9])/g, (_, one: string, two: string) => `${one} ${two.toLowerCase()}`))
}

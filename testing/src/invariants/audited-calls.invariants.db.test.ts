import { calledAs, ERRORS, LANGUAGES, type Resource, resourcePath } from '@sluice/contract'
import { fakeClock } from '@sluice/server/src/platform/clock/clock.ts'
import { createLiveHub } from '@sluice/server/src/platform/live/live-hub.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { descriptorTexts } from '../../../apps/console/src/lib/text/descriptor-texts.ts'
import { enUS } from '../../../apps/console/src/texts/en-US.ts'
import { zhCN } from '../../../apps/console/src/texts/zh-CN.ts'
import { AUDITED } from './audited-calls.ts'
import type { AuditedCall, AuditedWorld } from './audited-world.ts'
import { AUDITED_ROWS, AUDITED_SHEETS } from './audited-rows.ts'
import type { Fields } from '../platform/client.ts'
import { writtenAt } from './resource-bases.ts'
import { watchLists } from '../platform/open-lists.ts'
import { makeDept } from '../platform/people.ts'
import { startTestPlatform } from '../platform/platform.ts'
import { jobEnded } from '../platform/sheets.ts'
import { type Answer, callApi, headersOf, type Visitor } from '../browser/sign-in.ts'
import { until } from '../platform/wait.ts'

const TEXTS = { 'zh-CN': zhCN, 'en-US': enUS }

const clock = fakeClock(new Date(new Date().setUTCHours(6, 30, 0, 0)))
const hub = createLiveHub({ flushMs: 0 })
let world: AuditedWorld
let lists: ReturnType<typeof watchLists>
/** The root department, to which the administrator belongs. */
let root: string

beforeAll(async () => {
  const env = { SLUICE_SELF_REGISTRATION: 'true' }
  const test = await startTestPlatform({ clock, hub, byHand: 'aftersale.retest', env })
  world = { test, clock, dept: await makeDept(test.admin, 'audited') }
  const { rows } = await test.db.query<{ id: string }>(
    'select id from dept where parent_id is null /* unscoped:test */',
  )
  root = rows[0]!.id
  lists = watchLists(hub, test, await makeDept(test.admin, 'elsewhere'))
})
afterAll(() => world?.test.stop())

type Line = {
  action: string
  targets: string[]
  username: string
  dept: string
  isHis: boolean
  trace: string
}

/** The entries after `id`, oldest first. */
async function linesAfter(id: string): Promise<Line[]> {
  const { rows } = await world.test.db.query<Line>(
    `select o.action, o.target_ids::text[] as targets, o.username, o.dept_id::text as dept, o.trace_id as trace,
       u.username = o.username and o.ip <> '' as "isHis"
     from oper_log o left join sys_user u on u.id = o.user_id
     where o.id > $1 order by o.id /* unscoped:test */`,
    [id],
  )
  return rows
}

async function lastLine(): Promise<string> {
  const { rows } = await world.test.db.query<{ id: string }>(
    'select coalesce(max(id), 0)::text as id from oper_log /* unscoped:test */',
  )
  return rows[0]!.id
}

/** The administrator's session; the clock that a test moves far, or a call, ends it. */
let own: Visitor | undefined

async function send(call: AuditedCall, path: string): Promise<Answer> {
  if (call.by) return call.by.answer('POST', path, call.input)
  const { identity, api } = world.test.platform
  const ask = async () => {
    own ??= await identity.openAdministratorSession()
    return callApi(api.http.app, 'POST', path, call.input, headersOf(own))
  }
  const answer = await ask()
  if (answer.code !== 401) return answer
  own = undefined
  return ask()
}

const operationAt = (path: string) =>
  world.test.platform.api.mounted.find((call) => call.path === path && call.operation)?.operation

/** The targets of a call's entry, from the contract. */
function targetsOf(path: string, { by, input }: AuditedCall): string[] {
  const { tenant } = operationAt(path)!
  if (tenant === 'caller') return [by!.userId]
  return [String(input[typeof tenant === 'object' && 'in' in tenant ? tenant.in : 'id'])]
}

/** Makes the call and returns the entries it left, with the expected ones: from `action`, or from the contract. */
async function made(
  path: string,
  call: AuditedCall,
  action = String(operationAt(path)?.audit),
): Promise<{ found: Line[]; wanted: Line[] }> {
  const before = await lastLine()
  const told = await lists.begin()
  const sent = send(call, path)
  const answer = call.unanswered ? null : await sent
  sent.catch(() => undefined)
  if (answer && answer.code !== 0) throw new Error(`${path}: ${answer.code} ${JSON.stringify(answer.data)}`)
  const found = await until(`the line of ${path}`, async () => {
    const lines = await linesAfter(before)
    return lines.length > 0 ? lines : undefined
  })
  expect({ path, untold: await told.untold(action), overheard: told.overheard() }).toEqual({
    path,
    untold: [],
    overheard: [],
  })
  const {
    targets = targetsOf(path, call),
    username = call.by?.username ?? 'admin',
    dept = call.by ? world.dept : root,
  } = call
  const named = typeof targets === 'function' ? await targets(answer?.data) : targets
  const trace = String(answer?.headers['x-request-id'] ?? found[0]!.trace)
  return { found, wanted: [{ action, targets: [...named], username, dept, isHis: true, trace }] }
}

describe('SEC-15 (part) every change is logged', () => {
  it('covers every call with a body: it is made below, or declares why it leaves no entry', () => {
    const own = world.test.platform.api.mounted.flatMap(({ method, operation }) =>
      method === 'POST' && operation ? [operation] : [],
    )
    const withLine = own.filter(({ audit }) => typeof audit === 'string').map(({ path }) => path)
    expect(Object.keys(AUDITED).sort()).toEqual(withLine.sort())
    const silent = own.flatMap(({ path, audit }) => (typeof audit === 'object' ? [[path, audit.none] as const] : []))
    expect(silent.filter(([, why]) => why.length < 10)).toEqual([])
    // Few calls leave no entry, and none of them concerns the plant.
    expect(withLine.length).toBeGreaterThanOrEqual(34)
    expect(silent).toHaveLength(20)
  })

  it.each(Object.entries(AUDITED))(
    '%s leaves its entry: who, what, on what and in which department',
    async (path, prepare) => {
      const { found, wanted } = await made(path, await prepare(world))
      expect(found).toEqual(wanted)
      expect(found[0]!.trace.length).toBeGreaterThan(10)
    },
  )

  it('a refused call leaves no entry', async () => {
    const before = await lastLine()
    for (const path of Object.keys(AUDITED)) {
      const { code } = await send({ input: { nobodyKnows: 1 } }, path)
      expect([path, code]).toEqual([path, ERRORS.validation.code])
    }
    expect(await linesAfter(before)).toEqual([])
  })
})

/** Verbs of resources with a body that change nothing and disclose nothing about anyone. */
const READING = ['template', 'check']
/** Verbs that run in the background. */
const SHEETS = ['import', 'export']

/** The resources that can be written or exported, with their verbs. */
function resourcesWith(...wanted: string[]): Map<string, { resource: Resource; verbs: Set<string> }> {
  const found = new Map<string, { resource: Resource; verbs: Set<string> }>()
  for (const { method, resource: of } of world.test.platform.api.mounted) {
    if (method !== 'POST' || !of || READING.includes(of.verb)) continue
    const { verbs } = found.get(of.resource.name) ?? { verbs: [] }
    found.set(of.resource.name, { resource: of.resource, verbs: new Set([...verbs, of.verb]) })
  }
  return new Map([...found].filter(([, { verbs }]) => wanted.some((verb) => verbs.has(verb))))
}

/** Starts a job, waits for its end and returns the entries it left, each with the job's call. */
async function linesOfJob(path: string, input: Fields): Promise<Omit<Line, 'targets' | 'dept'>[]> {
  const before = await lastLine()
  const answer = await send({ input }, path)
  if (answer.code !== 0) throw new Error(`${path}: ${answer.code} ${JSON.stringify(answer.data)}`)
  const job = await jobEnded(world.test.admin, (answer.data as { jobId: string }).jobId)
  if (job.status !== 'DONE') throw new Error(`${path}: ${job.status} ${job.error}`)
  const call = String(answer.headers['x-request-id'])
  const lines = await linesAfter(before)
  return lines.map(({ targets: _targets, dept: _dept, ...line }) => ({
    ...line,
    trace: line.trace === call ? '' : line.trace,
  }))
}

/** Writes a row at one address of its resource, by every verb it has there. */
async function leavesEntries(name: string, base: string, prepare: (typeof AUDITED_ROWS)[string]): Promise<void> {
  const { resource, verbs } = resourcesWith('insert', 'update').get(name)!
  const { id: known, values, change, ready, spare, moves = [], branch = [] } = await prepare(world)
  const seen: string[] = []
  const act = async (verb: string, input: Fields, id: string | null) => {
    const targets = id === null ? (data: unknown) => [(data as { id: string }).id] : [id]
    const path = `${base}/${calledAs(resource, verb)}`
    const { found, wanted } = await made(path, { input, targets }, `${name}.${verb}`)
    const [target = ''] = found[0]!.targets
    // A department's entries are filed under itself; those of rows without a department, under the caller's.
    const dept = name === 'dept' ? target : 'deptId' in values || 'deviceId' in values ? world.dept : root
    expect(found).toEqual(wanted.map((line) => ({ ...line, dept })))
    seen.push(verb)
    return target
  }
  const id = known ?? (await act('insert', values, null))
  const { version } = await world.test.admin.get(resource, id)
  const changes = change && verbs.has('update') ? 1 : 0
  if (changes) await act('update', { id, version, ...change }, id)
  const first = ready ? await ready(id) : Number(version) + changes
  for (const [step, move] of moves.entries()) await act(move, { id, version: first + step }, id)
  const other = branch.length > 0 ? await world.test.admin.insert(resource, values) : id
  for (const [step, move] of branch.entries()) await act(move, { id: other, version: step }, other)
  const ended = spare ? await world.test.admin.insert(resource, spare) : id
  if (verbs.has('del')) await act('del', { id: ended }, ended)
  if (verbs.has('restore')) await act('restore', { ids: [ended] }, ended)
  expect([...new Set(seen)].sort()).toEqual([...verbs].filter((verb) => !SHEETS.includes(verb)).sort())
}

describe('every resource that can be written', () => {
  it('is covered below', () => {
    const written = [...resourcesWith('insert', 'update', 'del', 'restore', 'import').keys()]
    expect(written.sort()).toEqual([...Object.keys(AUDITED_ROWS), ...Object.keys(AUDITED_SHEETS)].sort())
  })

  it.each(Object.entries(AUDITED_ROWS))('%s leaves an entry for each of its verbs', async (name, prepare) => {
    const bases = writtenAt(world.test.platform.api.mounted, name)
    expect(bases.length).toBeGreaterThan(0)
    for (const base of bases) await leavesEntries(name, base, prepare)
  })

  it('leaves for each imported row the entry of a created row', async () => {
    const brought = [...resourcesWith('import').values()]
    expect(brought.length).toBeGreaterThan(2)
    for (const { resource } of brought) {
      const sheet = AUDITED_SHEETS[resource.name] ?? (await AUDITED_ROWS[resource.name]!(world)).sheet
      if (!sheet) throw new Error(`${resource.name}: a sheet is wanted`)
      const file = Buffer.from(sheet.map((cells) => cells.join(',')).join('\r\n')).toString('base64')
      const input = { file, name: 'rows.csv', commit: true, updateExisting: false }
      expect(await linesOfJob(resourcePath(resource, 'import'), input)).toEqual([
        { action: `${resource.name}.insert`, username: 'admin', isHis: true, trace: '' },
      ])
    }
  })

  it('leaves an entry when its rows are exported', async () => {
    const taken = [...resourcesWith('export').values()]
    expect(taken.length).toBeGreaterThan(8)
    for (const { resource } of taken) {
      const input = { format: 'csv', columns: [resource.list.columns[0]!] }
      expect(await linesOfJob(resourcePath(resource, 'export'), input)).toEqual([
        { action: `${resource.name}.export`, username: 'admin', isHis: true, trace: '' },
      ])
    }
  })
})

/** Attributes and parameters of a device are named by people; the rest by the program. */
const NAMED_BY_PEOPLE = ['device.limit', 'device.reportS']
/** No reader sees it: it changes with every write. */
const UNSEEN = /\.version$/

describe('what the entries above hold', () => {
  it('has a name in both languages, field by field, so that no reader meets the name of a program', async () => {
    const { rows } = await world.test.db.query<{ area: string; field: string }>(
      `select distinct split_part(o.action, '.', 1) as area, f.field from oper_log o
         cross join lateral (values (o.before), (o.after)) as side (told)
         cross join lateral jsonb_array_elements(
           case jsonb_typeof(side.told) when 'array' then side.told when 'object' then jsonb_build_array(side.told) else '[]' end) as one
         cross join lateral jsonb_object_keys(one) as f (field) /* unscoped:test */`,
    )
    expect(rows.length).toBeGreaterThan(100)
    const unnamed = rows.filter(({ area, field }) =>
      LANGUAGES.some((language) => {
        const texts: Readonly<Record<string, unknown>> = { ...descriptorTexts(language), ...TEXTS[language] }
        return !(`${area}.${field}` in texts) && !(`logged.${field}` in texts)
      }),
    )
    const names = new Set(unnamed.map(({ area, field }) => `${area}.${field}`))
    const besides = [...names].filter(
      (name) => !NAMED_BY_PEOPLE.includes(name) && !UNSEEN.test(name) && !isNameOf(name, rows),
    )
    expect(besides.toSorted()).toEqual([])
  })
})

/** The name of a referenced row stands beside its id, and is shown in place of it. */
function isNameOf(name: string, rows: readonly { area: string; field: string }[]): boolean {
  const own = name.replace(/Names?$/, '')
  return own !== name && rows.some(({ area, field }) => `${area}.${field}` === own)
}

import { isForPeopleOnly, type Resource } from '@sluice/contract'
import type { Api, Mounted } from '@sluice/server/src/platform/http/mount-operation.ts'
import { type Answer, callApi, headersOf, type Visitor } from '../browser/sign-in.ts'

export interface RouteCheck {
  api: Api
  /** Signed in, with no permission key. */
  keyless: Visitor
  /** Signed in, with every key, and one department in scope. */
  foreigner: Visitor
  /**
   * Rows outside the foreigner's scope, by resource name. A missing one for a mounted dept-scoped resource is an error.
   */
  foreignRows: Readonly<Record<string, string>>
  /** Operations whose input names a row of another department: path -> input. */
  foreignInputs?: Readonly<Record<string, Record<string, unknown>>>
  /** API keys, where there are any: `wide` has all permissions of the foreigner, `narrow` has `narrowScope` alone. */
  programs?: { wide: string; narrow: string; narrowScope: string }
}

/**
 * The negative matrix (TN-6) over everything mounted: without session code 4, with a pending sign-in code 4, without
 * the key 403, from a foreign origin 403, across departments 404 or 403 and never data. Returns one sentence per
 * violation.
 */
export async function checkRoutes(check: RouteCheck): Promise<string[]> {
  const found: string[] = []
  for (const call of check.api.mounted) {
    found.push(...(await checkAccess(check, call)))
    found.push(...(await checkTenants(check, call, headersOf(check.foreigner))))
    if (check.programs) found.push(...(await checkPrograms(check, check.programs, call)))
  }
  return found
}

async function checkAccess({ api, keyless }: RouteCheck, call: Mounted): Promise<string[]> {
  const found: string[] = []
  const expect = async (what: string, headers: Record<string, string>, isRight: (answer: Answer) => boolean) => {
    const answer = await callApi(api.http.app, call.method, call.path, {}, headers)
    if (!isRight(answer)) found.push(`${call.method} ${call.path} ${what}: code ${answer.code}`)
  }
  if (call.method === 'POST') {
    const fromAbroad = { ...headersOf(keyless), origin: 'https://evil.example' }
    await expect('from a foreign site', fromAbroad, ({ code }) => code === 403)
  }
  if (call.access === 'public') return found
  const isOver = ({ code, status }: Answer) => code === 4 && status === 401
  await expect('without session', {}, isOver)
  await expect('with an invented cookie', headersOf({ cookie: 'x'.repeat(43), token: 'y' }), isOver)
  if (call.access !== 'cookie') await expect('with the cookie alone', headersOf({ cookie: keyless.cookie }), isOver)
  if (typeof call.access === 'object') {
    await expect(`without ${call.access.key}`, headersOf(keyless), ({ code, status }) => code === 403 && status === 403)
  }
  return found
}

const REFUSED = [403, 404]

/** The same checks for API keys: a key allows what its scopes name, nothing personal, and no other department. */
async function checkPrograms(
  check: RouteCheck,
  { wide, narrow, narrowScope }: NonNullable<RouteCheck['programs']>,
  call: Mounted,
): Promise<string[]> {
  const { api, keyless } = check
  if (call.access === 'public') return []
  const found: string[] = []
  const ask = async (headers: Record<string, string>) => {
    const { code, status } = await callApi(api.http.app, call.method, call.path, {}, headers)
    return `${status} ${code}`
  }
  const expect = async (what: string, headers: Record<string, string>, wanted: string) => {
    const got = await ask(headers)
    if (got !== wanted) found.push(`${call.method} ${call.path} ${what}: ${got}`)
  }
  await expect('with an invented key', { 'x-api-key': `slk_${'0'.repeat(40)}` }, '401 4')
  // A sent key decides, whatever cookie is sent with it.
  await expect('with an invented key beside a session', { ...headersOf(keyless), 'x-api-key': 'x' }, '401 4')
  const permission = typeof call.access === 'object' ? call.access.key : undefined
  if (permission !== narrowScope) await expect('with a key without the scope', { 'x-api-key': narrow }, '403 403')
  const isForPeople = call.operation ? isForPeopleOnly(call.operation) : call.personOnly
  if (permission === undefined || isForPeople)
    await expect('with a key of all scopes', { 'x-api-key': wide }, '403 403')
  else found.push(...(await checkTenants(check, call, { 'x-api-key': wide })).map((line) => `by key: ${line}`))
  return found
}

/** The input of a verb beside the row's id. */
function restOf(verb: string | undefined, { fields, states }: Resource): Record<string, unknown> {
  if (verb === 'update' || states?.transitions.some(({ name }) => name === verb)) return { version: 0 }
  if (verb !== 'file') return {}
  return { field: Object.keys(fields).find((name) => fields[name]!.kind === 'files'), file: '1' }
}

async function checkTenants(check: RouteCheck, call: Mounted, headers: Record<string, string>): Promise<string[]> {
  const { api, foreignRows, foreignInputs = {} } = check
  const { resource, verb } = call.resource ?? {}
  const ask = (input: Record<string, unknown>) => callApi(api.http.app, call.method, call.path, input, headers)
  const given = foreignInputs[call.path]
  if (given) {
    const { code } = await ask(given)
    return REFUSED.includes(code) ? [] : [`${call.path} with a foreign row: code ${code}`]
  }
  if (resource?.scope === 'platform') {
    const { code } = await ask(verb === 'export' ? { format: 'csv', columns: [resource.display] } : { id: '1' })
    return code === 403 ? [] : [`${call.path} answers somebody who does not see everything: code ${code}`]
  }
  // composed.invariants checks the files themselves for rows of other departments.
  const inFiles = verb === 'export' || verb === 'import' || verb === 'template'
  if (!resource || resource.scope === 'none' || verb === 'insert' || inFiles) return []
  const id = foreignRows[resource.name]
  if (id === undefined) return [`${call.path}: the check knows no foreign row of ${resource.name}`]
  if (verb === 'page') {
    const { code, data } = await ask({ limit: 100 })
    const list = (data as { list?: { id: string }[] } | null)?.list ?? []
    if (code !== 0) return [`${call.path}: code ${code} for somebody who may`]
    return list.some((row) => row.id === id) ? [`${call.path} shows a row of another department`] : []
  }
  const { code } = await ask({ id, ...restOf(verb, resource) })
  return REFUSED.includes(code) ? [] : [`${call.path} reaches a row of another department: code ${code}`]
}

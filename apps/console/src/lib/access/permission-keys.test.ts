import * as contract from '@sluice/contract'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const sources = resolve(import.meta.dirname, '../..')
/** `area:action`, both in camelCase. */
const KEY = /^[a-z][A-Za-z]*(?::[a-z][A-Za-z]*)+$/

const values = Object.values(contract) as unknown[]
const has = <T extends string>(value: unknown, name: T): value is Record<T, unknown> =>
  typeof value === 'object' && value !== null && name in value

/** Keys that guard a call of the server. */
const guarding = new Set([
  ...values
    .filter((value) => has(value, 'access') && has(value, 'path'))
    .flatMap(({ access }) => (has(access, 'key') ? [String(access.key)] : [])),
  ...values
    .filter((value) => has(value, 'fields') && has(value, 'permission') && has(value, 'actions'))
    .flatMap((value) => {
      const resource = value as unknown as contract.Resource
      return (['page', ...resource.actions] as const).map((action) => contract.permissionKey(resource, action))
    }),
])

const ASKED = /(?:usePermission|mayNow)\(\[([^\]]*)\]|roles=\{\[([^\]]*)\]/g
/** A key made from a resource is correct by its type. */
const MADE = /permissionKey\([^)]*\)/g

/** The keys that the console checks, with the file that does. */
function askedAbout(): [file: string, key: string][] {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.(test|fixture)\.tsx?$/.test(file),
  )
  return files.flatMap((file) =>
    [...readFileSync(join(sources, file), 'utf8').replaceAll(MADE, '').matchAll(ASKED)]
      .flatMap(([, one, other]) => [...(one ?? other ?? '').matchAll(/'([^']+)'/g)])
      .map(([, key = '']): [string, string] => [file, key]),
  )
}

test('PM-7 keys are written area:action, and every key the console checks guards a call of the server', () => {
  expect(guarding.size).toBeGreaterThan(20)
  expect([...guarding].filter((key) => !KEY.test(key))).toEqual([])
  const asked = askedAbout()
  expect(asked.length).toBeGreaterThan(10)
  expect(asked.filter(([, key]) => !guarding.has(key))).toEqual([])
})

import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { withoutRoles, withoutTitles } from './operations-without-titles.ts'

const contract = resolve(import.meta.dirname, '../../../packages/contract/src')
const sources = globSync('**/*.ts', { cwd: contract }).filter((file) => !file.endsWith('.test.ts'))

test('the console is built without the title of any operation', () => {
  const titled = sources
    .map((file) => readFileSync(resolve(contract, file), 'utf8'))
    .filter((code) => /= defineOperation\(\{/.test(code))
  expect(titled.length).toBeGreaterThan(70)
  for (const code of titled) {
    const without = withoutTitles(code)
    expect(without).not.toMatch(/defineOperation\(\{\s*title:/)
    expect(without!.match(/^ {2}path:/gm)).toEqual(code.match(/^ {2}path:/gm))
  }
})

test('an operation whose title does not come first, and so would stay, is an error', () => {
  const operation = (first: string) => `export const a = defineOperation({\n  ${first}\n})\n`
  expect(withoutTitles(operation("title: ['做', 'Do'],"))).toBe('export const a = defineOperation({\n})\n')
  expect(withoutTitles(operation("path: '/a',\n  title: ['做', 'Do'],"))).toBeUndefined()
  expect(withoutTitles('export const b = 1\n')).toBe('export const b = 1\n')
})

test('what only the server asks of an operation or a resource is taken out, and nothing beside it', () => {
  const code =
    "{\n  tenant: { none: 'why, so' },\n  path: '/a',\n  tenant: 'caller',\n  noImport: 'Few.',\n  form: ['tenant'],\n}\n"
  expect(withoutTitles(code)).toBe("{\n  path: '/a',\n  form: ['tenant'],\n}\n")
})

test('lists of screens keep everything but the roles that get what is new', () => {
  const files = sources.filter((file) => file.endsWith('screens.ts'))
  expect(files.length).toBeGreaterThan(6)
  const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0
  for (const file of files) {
    const source = readFileSync(resolve(contract, file), 'utf8')
    const without = withoutRoles(source)
    for (const kept of [/\bpath: '/g, /\bname: '/g, /\btitle: \[/g, /\bkey: '/g])
      expect(count(without, kept)).toBe(count(source, kept))
    expect(count(without, /\b(for|may): /g)).toBe(0)
  }
})

import { expect, test } from 'vitest'
import { exportsOf, withoutBarrels } from './barrel-imports.ts'

const FILES: Record<string, string> = {
  '/c/index.ts': `
    export * from './user/user.ts'
    export type * from './user/types.ts'
    export { inner as outer } from './inner.ts'
    export const version = 1`,
  '/c/user/user.ts': `
    export * from './page.ts'
    export interface User { id: string }
    export type Id = string
    export function nameOf(user: User) { return user.id }
    export class Users {}
    const kept = 1
    export { kept as held, type Id as Key }`,
  '/c/user/page.ts': `export const userPage = 1, userForm = 2`,
  '/c/user/types.ts': `export const never = 1`,
  '/c/inner.ts': `export const inner = 1`,
}
const exported = () => exportsOf('/c/index.ts', (path) => FILES[path]!)
const rewritten = (code: string) => withoutBarrels(code, new Map([['@c', exported()]]), 'tsx')

test('a barrel exports what its files say, through any number of indexes, and no types', () => {
  expect(Object.fromEntries([...exported()].map(([name, { file }]) => [name, file]))).toMatchObject({
    userPage: '/c/user/page.ts',
    userForm: '/c/user/page.ts',
    nameOf: '/c/user/user.ts',
    Users: '/c/user/user.ts',
    held: '/c/user/user.ts',
    outer: '/c/inner.ts',
    version: '/c/index.ts',
  })
  expect([...exported().keys()]).not.toContain('never')
})

test('an import of a barrel becomes an import of the file of each name; types are left out, other imports stay', () => {
  expect(rewritten("import { userPage, type User, outer as mine } from '@c'\nimport x from 'y'\nuse(userPage)")).toBe(
    "import { userPage as userPage } from '/c/user/page.ts';import { inner as mine } from '/c/inner.ts'\n" +
      "import x from 'y'\nuse(userPage)",
  )
})

test('what the barrel does not say is asked of it, so that the build tells of the mistake', () => {
  expect(rewritten("import { lost } from '@c'")).toBe("import { lost as lost } from '@c'")
  expect(rewritten("import * as all from '@c'")).toBe("import * as all from '@c'")
  expect(rewritten("import type { User } from '@c'")).toBe("import type { User } from '@c'")
})

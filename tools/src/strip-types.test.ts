import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './run-command.ts'
import { listSources } from './rules/source-files.ts'

/** Sources that Node runs directly; the console is built. */
const RUN_AS_THEY_ARE = /^(?!apps\/console\/).*(?<!\.d)\.ts$/

test('Node itself can read every source of the server: the compiler and the test runner take more than it does', () => {
  const sources = listSources(root).filter((path) => RUN_AS_THEY_ARE.test(path))
  expect(sources.length).toBeGreaterThan(500)
  const refused = sources.flatMap((path) => {
    try {
      stripTypeScriptTypes(readFileSync(join(root, path), 'utf8'))
      return []
    } catch (error) {
      return [`${path}: ${String(error)}`]
    }
  })
  expect(refused).toEqual([])
})

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deadCodeRuns } from './dead-code.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sluice-dead-'))
  write('package.json', '{ "name": "tree", "private": true, "type": "module", "workspaces": ["packages/*"] }')
  write(
    'packages/kit/package.json',
    '{ "name": "@sluice/kit", "type": "module", "exports": { ".": "./src/index.ts" } }',
  )
  write('packages/kit/src/index.ts', "import { used } from './used.ts'\nconsole.log(used)\n")
  write('packages/kit/src/used.ts', 'export const used = 1\n')
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}

/** The output of both runs over the tree, and their exit codes. */
function found(): { codes: (number | null)[]; words: string } {
  const runs = deadCodeRuns.map((args) =>
    spawnSync(process.execPath, [...args, '--directory', root], { encoding: 'utf8' }),
  )
  return { codes: runs.map(({ status }) => status), words: runs.map(({ stdout }) => stdout).join('') }
}

test('a tree in which everything is used is clean, and a test may use a rule that its own file uses', () => {
  write('packages/kit/src/used.ts', 'export const rule = () => 1\nexport const used = rule()\n')
  write('packages/kit/src/used.test.ts', "import { rule } from './used.ts'\nrule()\n")
  expect(found().codes).toEqual([0, 0])
})

test('reports a file that nothing imports, and exports that only their own file uses: a value, a type, an export of the package', () => {
  write('packages/kit/src/orphan.ts', 'console.log(1)\n')
  write('packages/kit/src/used.ts', 'export type Lonely = 1\nexport const inner = 1\nexport const used = inner\n')
  write('packages/kit/src/index.ts', "import { used } from './used.ts'\nexport const door = used\n")
  const { codes, words } = found()
  expect(codes).toEqual([1, 1])
  for (const name of ['orphan.ts', 'Lonely', 'inner', 'door']) expect(words).toContain(name)
})

test('reports code that only a test calls', () => {
  write('packages/kit/src/used.ts', 'export const rule = () => 1\nexport const used = 1\n')
  write('packages/kit/src/used.test.ts', "import { rule } from './used.ts'\nrule()\n")
  expect(found()).toMatchObject({ codes: [0, 1], words: expect.stringContaining('rule') })
})

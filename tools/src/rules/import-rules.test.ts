import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkImports } from './import-rules.ts'
import { WALL_TIME } from './wall-time.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sluice-rules-'))
  for (const name of ['kit', 'contract', 'codecs', 'devices']) {
    write(`packages/${name}/package.json`, `{ "name": "@sluice/${name}", "exports": { ".": "./src/index.ts" } }`)
    write(`packages/${name}/src/index.ts`, `export const ${name} = 1\n`)
    mkdirSync(join(root, 'node_modules/@sluice'), { recursive: true })
    symlinkSync(join(root, 'packages', name), join(root, 'node_modules/@sluice', name))
  }
  for (const name of ['zod', 'pg']) {
    write(`node_modules/${name}/package.json`, `{ "name": "${name}", "version": "1.0.0", "main": "index.js" }`)
    write(`node_modules/${name}/index.js`, 'module.exports = {}\n')
  }
  write(
    'packages/contract/src/index.ts',
    "import { z } from 'zod'\nimport { kit } from '@sluice/kit'\nexport const contract = [z, kit]\n",
  )
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}

async function broken(): Promise<string[]> {
  const { breaches } = await checkImports(root)
  return breaches.map(({ where, rule }) => `${rule}: ${where}`)
}

test('every file that may read the time of day is there', () => {
  expect(Object.keys(WALL_TIME).filter((file) => !existsSync(join(import.meta.dirname, '../../..', file)))).toEqual([])
})

describe('import rules', () => {
  test('a tree without violations is clean', async () => {
    write('apps/server/src/platform/db/pool.ts', "import pg from 'pg'\nexport const pool = pg\n")
    write('apps/server/src/modules/water/water.store.ts', "import type { Pool } from 'pg'\nexport type P = Pool\n")
    write('apps/server/src/entry/restore.ts', 'export const now = new Date()\n')
    write('apps/server/src/x.test.ts', 'export const now = Date.now()\n')
    write('apps/console/src/lib/api/answer.ts', "import { useQuery } from 'zod'\nexport const ask = useQuery\n")
    write('apps/console/src/features/map/a.ts', 'export const useQueryClient = 1\n')
    write('apps/server/src/modules/water/water.rules.ts', "import { kit } from '@sluice/kit'\nexport const may = kit\n")
    expect(await broken()).toEqual([])
  })

  const wrong: [rule: string, file: string, source: string][] = [
    [
      'kit-imports-nothing',
      'packages/kit/src/clock.ts',
      "import { contract } from '@sluice/contract'\nexport const c = contract\n",
    ],
    ['kit-imports-nothing', 'packages/kit/src/file.ts', "import fs from 'node:fs'\nexport const f = fs\n"],
    [
      'contract-is-kit-and-zod',
      'packages/contract/src/x.ts',
      "import { codecs } from '@sluice/codecs'\nexport const c = codecs\n",
    ],
    [
      'codecs-is-kit',
      'packages/codecs/src/x.ts',
      "import type { contract } from '@sluice/contract'\nexport type C = typeof contract\n",
    ],
    ['devices-are-plain-values', 'packages/devices/src/x.ts', "import { z } from 'zod'\nexport const c = z\n"],
    [
      'through-the-door',
      'packages/codecs/src/x.ts',
      "import { k } from '../../kit/src/inner.ts'\nexport const c = k\n",
    ],
    [
      'platform-knows-no-domain',
      'apps/server/src/platform/x.ts',
      "import { w } from '../modules/water/water.ts'\nexport const c = w\n",
    ],
    [
      'modules-are-strangers',
      'apps/server/src/modules/supply/x.ts',
      "import type { w } from '../water/water.ts'\nexport type C = typeof w\n",
    ],
    [
      'rules-are-pure',
      'apps/server/src/modules/water/x.rules.ts',
      "import { w } from './water.ts'\nexport const c = w\n",
    ],
    ['sql-lives-in-stores', 'apps/server/src/modules/water/x.service.ts', "import pg from 'pg'\nexport const c = pg\n"],
    [
      'gateways-know-no-modules',
      'apps/server/src/gateways/x.ts',
      "import { w } from '../modules/water/water.ts'\nexport const c = w\n",
    ],
    [
      'compose-is-the-root',
      'apps/server/src/entry/admin.ts',
      "import { c } from '../composition/compose.ts'\nexport const d = c\n",
    ],
    [
      'console-speaks-contract',
      'apps/console/src/x.tsx',
      "import { codecs } from '@sluice/codecs'\nexport const C = () => <b>{codecs}</b>\n",
    ],
    [
      'console-is-a-browser',
      'apps/console/src/x.tsx',
      "import fs from 'node:fs'\nexport const C = () => <b>{fs.sep}</b>\n",
    ],
    [
      'parts-know-no-feature',
      'apps/console/src/parts/x.tsx',
      "import { f } from '../features/map/f.ts'\nexport const C = f\n",
    ],
    [
      'features-are-strangers',
      'apps/console/src/features/card/x.tsx',
      "import { f } from '../map/f.ts'\nexport const C = f\n",
    ],
    [
      'simulator-is-a-device',
      'apps/simulator/src/x.ts',
      "import { c } from '../../server/src/composition/compose.ts'\nexport const C = c\n",
    ],
    [
      'testing-is-for-tests',
      'apps/server/src/x.ts',
      "import { t } from '../../../testing/src/index.ts'\nexport const C = t\n",
    ],
    ['no-cycles', 'apps/server/src/x.ts', "import { y } from './y.ts'\nexport const x = y\n"],
    ['imports-exist', 'apps/server/src/x.ts', "import { i } from '@sluice/kit/src/inner.ts'\nexport const C = i\n"],
    ['packages-have-no-clock', 'packages/kit/src/x.ts', '// new Date() is what\nexport const now = new Date()\n'],
    ['one-reader-of-the-environment', 'apps/server/src/x.ts', 'export const p = process.env.PORT\n'],
    [
      'one-way-to-ask',
      'apps/console/src/features/map/x.ts',
      "import { useQuery } from 'zod'\nexport const x = useQuery\n",
    ],
    ['one-way-to-ask', 'apps/console/src/app/x.ts', "import { useQueries } from 'zod'\nexport const x = useQueries\n"],
    [
      'one-way-to-ask',
      'apps/console/src/domain/x.ts',
      "import { useSuspenseQuery } from 'zod'\nexport const x = useSuspenseQuery\n",
    ],
    [
      'one-way-to-ask',
      'apps/console/src/parts/list/x.ts',
      "import { useQuery } from 'zod'\nexport const x = useQuery\n",
    ],
    [
      'one-way-to-ask',
      'apps/console/src/lib/page/x.ts',
      "import { useMutation } from '@tanstack/react-query'\nexport const x = useMutation\n",
    ],
    ['durations-pass', 'apps/server/src/x.ts', 'export const end = Date.now() + 5\n'],
    ['durations-pass', 'apps/server/src/modules/water/x.ts', 'export const at = (c) => c.deps.clock.now()\n'],
    ['durations-pass', 'apps/server/src/gateways/x.ts', 'export const at = new Date()\n'],
    ['durations-pass', 'apps/server/src/entry/restore.ts', 'export const noLongerReadsIt = 1\n'],
  ]

  test.each(wrong)('%s reports %s', async (rule, file, source) => {
    write('packages/kit/src/inner.ts', 'export const k = 1\n')
    write('apps/server/src/modules/water/water.ts', 'export const w = 1\n')
    write('apps/server/src/composition/compose.ts', 'export const c = 1\n')
    write(
      'apps/server/src/y.ts',
      rule === 'no-cycles' ? "import { x } from './x.ts'\nexport const y = x\n" : 'export const y = 1\n',
    )
    write('apps/console/src/features/map/f.ts', 'export const f = 1\n')
    write('testing/src/index.ts', 'export const t = 1\n')
    write(file, source)
    const { breaches } = await checkImports(root)
    expect(breaches.filter((breach) => breach.rule === rule && breach.where.includes(file))).not.toEqual([])
    expect(breaches.every((breach) => breach.sentence.length > 20)).toBe(true)
  })

  test('a folder holds 22 sources beside each other; tests and deeper folders do not count', async () => {
    const source = (name: string) => write(`apps/console/src/parts/many/${name}`, 'export const s = 1\n')
    for (let no = 1; no <= 22; no++) source(`s${no}.ts`)
    for (const name of ['a.test.ts', 'b.fixture.ts', 'more/c.ts']) source(name)
    expect(await broken()).toEqual([])
    source('one-more.tsx')
    expect(await broken()).toEqual(['folders-of-one-glance: apps/console/src/parts/many'])
  })

  test('an empty tree is an error, not a success', async () => {
    rmSync(join(root, 'packages'), { recursive: true })
    await expect(checkImports(root)).rejects.toThrow('no source file')
  })
})

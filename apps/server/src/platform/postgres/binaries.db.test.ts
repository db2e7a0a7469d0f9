import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { embeddedBinaries, embeddedPackage, installedBinaries } from './binaries.ts'
import { isRoot, type Outcome, type RunAs, runAs } from './run-as.ts'
import { temporaryFolder } from './sluice-process.fixture.ts'

const self: RunAs = { kind: 'self' }
const other = 4321

let folder: ReturnType<typeof temporaryFolder>
let native: string
let copyFolder: string

/** A copy of the installed package as npm unpacks it: without symbolic links. */
beforeEach(() => {
  folder = temporaryFolder()
  chmodSync(folder.path, 0o755)
  const place = join(folder.path, 'package')
  const installed = embeddedPackage()
  cpSync(installed, join(place, 'native'), {
    recursive: true,
    filter: (path) => !path.endsWith('.a') && !lstatSync(path).isSymbolicLink(),
  })
  cpSync(join(installed, '..', 'package.json'), join(place, 'package.json'))
  native = join(place, 'native')
  copyFolder = join(folder.path, 'program')
})

afterEach(() => folder.remove())

function linkNames(place: string): string[] {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as { target: string }[]
  return links.map(({ target }) => target).filter((target) => existsSync(join(place, '..', target)))
}

/** Asks for the binaries in a process of another user, as the product does it. */
function asOther(): Promise<Outcome> {
  const module = fileURLToPath(new URL('./binaries.ts', import.meta.url))
  const code = `const { embeddedBinaries } = await import(${JSON.stringify(module)})
    console.log(JSON.stringify(await embeddedBinaries({ kind: 'self' }, ${JSON.stringify(copyFolder)}, ${JSON.stringify(native)})))`
  const as: RunAs = { kind: 'user', uid: other, gid: other }
  return runAs(as, process.execPath, ['--input-type=module', '-e', code], { cwd: '/', env: process.env })
}

describe('the packaged PostgreSQL', () => {
  it('gets the links that npm cannot pack', async () => {
    expect(linkNames(native)).toEqual([])
    expect(await embeddedBinaries(self, copyFolder, native)).toEqual({ folder: join(native, 'bin'), major: 18 })
    expect(linkNames(native).length).toBeGreaterThan(5)
    expect(existsSync(copyFolder)).toBe(false)
  })

  it('gets back execute bits that were lost', async () => {
    for (const name of ['initdb', 'postgres']) chmodSync(join(native, 'bin', name), 0o644)
    expect((await embeddedBinaries(self, copyFolder, native)).folder).toBe(join(native, 'bin'))
  })

  it.runIf(isRoot())('is copied where its folder cannot be completed', async () => {
    mkdirSync(copyFolder)
    chownSync(copyFolder, other, other)
    chownSync(folder.path, other, other)
    const outcome = await asOther()
    expect(outcome.output).toContain(`${copyFolder}/18.`)
    expect(outcome.code).toBe(0)
    expect(linkNames(native)).toEqual([])
    // The next start uses the copy that is there.
    const again = await asOther()
    expect(again.output).toBe(outcome.output)
  })

  it.runIf(isRoot())('is copied where the user who runs it cannot reach it', async () => {
    chmodSync(join(folder.path, 'package'), 0o700)
    const binaries = await embeddedBinaries({ kind: 'user', uid: other, gid: other }, copyFolder, native)
    expect(binaries.folder).toMatch(/\/program\/18\.[^/]+\/native\/bin$/)
  })

  it('says that this system cannot run it', async () => {
    writeFileSync(
      join(native, 'bin', 'postgres'),
      '#!/bin/sh\necho "error while loading shared libraries: libc" >&2\nexit 127\n',
    )
    await expect(embeddedBinaries(self, copyFolder, native)).rejects.toThrow(
      /does not run on this system .*: set DATABASE_URL to a PostgreSQL 15 or newer\.$/,
    )
  })
})

describe('an installed PostgreSQL', () => {
  it('is refused when its folder holds none', async () => {
    rmSync(join(native, 'bin', 'postgres'))
    await expect(installedBinaries(self, join(native, 'bin'))).rejects.toThrow(/cannot be run: .*ENOENT/)
  })
})

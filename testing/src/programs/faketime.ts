import { chmodSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aptInstall } from './apt.ts'

const root = '/usr/lib'

/** libfaketime of this machine, which Debian keeps in a folder of the architecture. */
function libraryHere(): string | undefined {
  for (const folder of readdirSync(root)) {
    const file = 'libfaketimeMT.so.1'
    const place = join(root, folder, 'faketime')
    try {
      if (readdirSync(place).includes(file)) return join(place, file)
    } catch {
      // Not the folder of an architecture.
    }
  }
  return undefined
}

/**
 * Finds libfaketime, or installs it when we are root on a Debian.
 * @throws Error with one sentence to act on when there is no way to it: what a clock does stays unproven.
 */
export function provideFaketime(
  found: () => string | undefined = libraryHere,
  install: typeof aptInstall = aptInstall,
): string {
  const here = found()
  if (here !== undefined) return here
  const why = install(['faketime'])
  const installed = why === undefined ? found() : undefined
  if (installed !== undefined) return installed
  throw new Error(`No libfaketime for the clock tests: install faketime (${why ?? 'the package brings no library'}).`)
}

/** A time of day that other programs believe, and that is set while they run. Time passes for them as it does. */
export interface FalseTime {
  /** What a program needs in its environment. */
  readonly env: Readonly<Record<string, string>>
  /** By how many seconds the time of day is wrong from here on. */
  set(offsetS: number): void
  /** A folder with `postgres` and `initdb` as in `bin`, of which the server believes this time too. */
  postgresIn(bin: string): string
  remove(): void
}

export function falseTime(): FalseTime {
  const library = provideFaketime()
  const folder = mkdtempSync(join(tmpdir(), 'sluice-time-'))
  // PostgreSQL runs as another user where we are root.
  chmodSync(folder, 0o755)
  const file = join(folder, 'offset')
  const set = (offsetS: number) => {
    // Whoever reads meanwhile reads the old one whole.
    writeFileSync(`${file}.new`, `${offsetS < 0 ? '' : '+'}${offsetS}s\n`, { mode: 0o644 })
    renameSync(`${file}.new`, file)
  }
  const env = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  }
  set(0)
  return {
    env,
    set,
    postgresIn(bin) {
      const settings = Object.entries(env).map(([name, value]) => `${name}='${value}'`)
      for (const [program, before] of [
        ['postgres', `${settings.join(' ')} `],
        ['initdb', ''],
      ] as const) {
        writeFileSync(join(folder, program), `#!/bin/sh\n${before}exec '${join(bin, program)}' "$@"\n`, { mode: 0o755 })
      }
      return folder
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

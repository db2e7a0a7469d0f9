import { chmodSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aptInstall } from './apt.ts'

const root = '/usr/lib'

/** The machine's libfaketime, which Debian stores in a folder of the architecture. */
function libraryHere(): string | undefined {
  for (const folder of readdirSync(root)) {
    const file = 'libfaketimeMT.so.1'
    const place = join(root, folder, 'faketime')
    try {
      if (readdirSync(place).includes(file)) return join(place, file)
    } catch {
      // Not a folder of an architecture.
    }
  }
  return undefined
}

/**
 * Finds libfaketime, or installs it as root on a Debian.
 * @throws Error with one sentence to act on when it cannot be had: the clock tests would prove nothing.
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

/** A false time of day for other programs, which can be changed while they run. It advances at normal speed. */
export interface FalseTime {
  /** The environment that a program needs. */
  readonly env: Readonly<Record<string, string>>
  /** Sets the offset of the time of day, in seconds. */
  set(offsetS: number): void
  /** A folder with `postgres` and `initdb` as in `bin`, whose server has this time too. */
  postgresIn(bin: string): string
  remove(): void
}

export function falseTime(): FalseTime {
  const library = provideFaketime()
  const folder = mkdtempSync(join(tmpdir(), 'sluice-time-'))
  // As root, PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
  const file = join(folder, 'offset')
  const set = (offsetS: number) => {
    // Replaced as a whole, so that a reader never sees a partial file.
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

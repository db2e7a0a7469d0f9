import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { arch, availableParallelism, cpus, freemem, loadavg, platform, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { root } from '../../run-command.ts'
import { median, rounded } from './statistics.ts'

/** The facts of the machine that a reader needs to compare this run with another. */
export function machineFacts(place: string): Record<string, unknown> {
  const gib = (bytes: number) => rounded(bytes / 1024 ** 3)
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGiB: gib(totalmem()),
    freeMemoryGiB: gib(freemem()),
    system: `${platform()} ${release()} ${arch()}`,
    node: process.version,
    commit: commit(),
    loadAverage: loadavg().map((load) => rounded(load)),
    fsyncMs: rounded(fsyncMs(place)),
  }
}

function commit(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return 'unknown'
  }
}

/** The time of one durable write of 8 kB on the database's disk. */
function fsyncMs(place: string): number {
  const file = openSync(join(place, 'fsync'), 'w')
  const page = Buffer.alloc(8192, 1)
  const times: number[] = []
  for (let i = 0; i < 50; i++) {
    const started = performance.now()
    writeSync(file, page)
    fsyncSync(file)
    times.push(performance.now() - started)
  }
  closeSync(file)
  return median(times)
}

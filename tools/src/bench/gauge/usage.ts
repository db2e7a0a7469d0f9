import { loadavg } from 'node:os'
import type { BenchCluster } from './cluster.ts'
import { cpuOfThreads, residentBytes } from './process-cost.ts'
import type { ServerProcess } from '../server-process.ts'
import { mean, rounded, slope } from './statistics.ts'

/** The machine of the published figures has two cores; a share is of these, whatever this machine has. */
const SHARE_CORES = 2
const SAMPLE_MS = 1000
const PART_SAMPLES = 30
const MIB = 1024 ** 2

/** `first` and `last`: means of the first and the last half minute, or of the halves of a shorter run. */
export interface Resident {
  startMiB: number
  firstMiB: number
  lastMiB: number
  maxMiB: number
  slopeMiBPerMinute: number
}

/** CPU time by part of the platform, in µs. */
interface Cost {
  serverMain: number
  mqttBroker: number
  serverRuntime: number
  postgres: number
}

export interface Usage {
  /** Share of two cores over the measured time. */
  cpuShare: Record<keyof Cost | 'all', number>
  cpuUsPerMessage: Record<keyof Cost | 'all', number>
  /** Resident memory of the server, including its broker's thread. */
  memory: Resident
  loadAverage: { start: number; end: number }
}

/** Measures the platform's usage until stopped. */
export function watchUsage(server: ServerProcess, cluster: BenchCluster) {
  const started = performance.now()
  const load = loadavg()[0] ?? Number.NaN
  const before = costOf(server, cluster)
  const samples: [minutes: number, mib: number][] = []
  const sample = () => samples.push([(performance.now() - started) / 60_000, residentBytes(server.pid) / MIB])
  sample()
  const timer = setInterval(sample, SAMPLE_MS)
  return {
    /** The CPU time so far; later use does not count. */
    stop(messages: number): Usage {
      clearInterval(timer)
      sample()
      const seconds = (performance.now() - started) / 1000
      const after = costOf(server, cluster)
      const parts = Object.keys(before) as (keyof Cost)[]
      const spent = Object.fromEntries(parts.map((part) => [part, after[part] - before[part]])) as unknown as Cost
      const all = parts.reduce((sum, part) => sum + spent[part], 0)
      const each = (figure: (us: number) => number) =>
        Object.fromEntries(
          [...parts.map((part) => [part, spent[part]] as const), ['all', all] as const].map(([part, us]) => [
            part,
            rounded(figure(us)),
          ]),
        ) as Usage['cpuShare']
      return {
        cpuShare: each((us) => us / (SHARE_CORES * seconds * 1e6)),
        cpuUsPerMessage: each((us) => us / messages),
        memory: memoryOf(samples),
        loadAverage: { start: rounded(load), end: rounded(loadavg()[0] ?? Number.NaN) },
      }
    },
  }
}

function memoryOf(samples: readonly [number, number][]): Resident {
  const mib = samples.map(([, value]) => value)
  const part = Math.min(PART_SAMPLES, Math.ceil(mib.length / 2))
  return {
    startMiB: rounded(mib[0] ?? Number.NaN),
    firstMiB: rounded(mean(mib.slice(0, part))),
    lastMiB: rounded(mean(mib.slice(-part))),
    maxMiB: rounded(Math.max(...mib)),
    slopeMiBPerMinute: rounded(slope(samples)),
  }
}

function costOf(server: ServerProcess, cluster: BenchCluster): Cost {
  const { main, workers, runtime } = cpuOfThreads(server.pid)
  return { serverMain: main, mqttBroker: workers, serverRuntime: runtime, postgres: cluster.cpuUs() }
}

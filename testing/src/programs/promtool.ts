import { spawnSync } from 'node:child_process'
import { aptUnpack, unpackedEnv } from './apt.ts'

/** The Debian package that contains promtool. */
const PACKAGE = 'prometheus'

const isHere = (): boolean => spawnSync('promtool', ['--version'], { env: unpackedEnv(PACKAGE) }).status === 0

/**
 * Finds Prometheus' own checker, or unpacks it on a Debian.
 * @throws Error with one sentence to act on when it cannot be had.
 */
export function providePromtool(
  found: () => boolean = isHere,
  // The package's dependencies for its web pages are large, and promtool needs none of them.
  unpack: typeof aptUnpack = (name) => aptUnpack(name, { alone: true }),
): void {
  if (found()) return
  const why = unpack(PACKAGE)
  if (why === undefined && found()) return
  throw new Error(`No promtool for the test of the metrics: install ${PACKAGE} (${why ?? 'it brings no promtool'}).`)
}

/** The output of `promtool check metrics` for a page of metrics, by line. */
export function metricProblems(text: string): string[] {
  const { error, status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
    env: unpackedEnv(PACKAGE),
    input: text,
    encoding: 'utf8',
  })
  if (error) throw error
  const said = `${stdout}${stderr}`.split('\n').filter(Boolean)
  return status === 0 || said.length > 0 ? said : [`promtool ended with ${status}`]
}

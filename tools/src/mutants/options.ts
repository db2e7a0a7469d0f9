import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'

export interface Options {
  /** Files or folders, relative to the repository; none for all areas. */
  paths: string[]
  /** Names of areas; none for all. The sample of an area is the same alone as with the others. */
  areas: string[]
  seed: number
  /** Mutants per area; undefined for all. */
  perArea: number | undefined
  /** Processes that run tests in parallel. */
  workers: number
  /** Only the tests without a database: a quick check. */
  fast: boolean
}

const USAGE =
  'npm run mutants -- [path …] [--area NAME …] [--sample N (of each area, 40)] [--seed N (1)] [--all] [--fast] [--workers N (cores)]'

/** @throws Error with the usage */
export function readOptions(args: readonly string[]): Options {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        area: { type: 'string', multiple: true, default: [] },
        seed: { type: 'string', default: '1' },
        sample: { type: 'string', default: '40' },
        all: { type: 'boolean', default: false },
        fast: { type: 'boolean', default: false },
        workers: { type: 'string', default: String(availableParallelism()) },
      },
    })
    return {
      paths: positionals.map((path) => path.replace(/^\.\/|\/+$/g, '')),
      areas: values.area,
      seed: wholeNumber('seed', values.seed),
      perArea: values.all ? undefined : wholeNumber('sample', values.sample),
      workers: wholeNumber('workers', values.workers),
      fast: values.fast,
    }
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`, { cause: error })
  }
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text) || (name !== 'seed' && Number(text) === 0))
    throw new Error(`--${name} is "${text}", but must be a whole number.`)
  return Number(text)
}

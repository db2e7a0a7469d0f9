/** The environment variable with the file in which a test run records the functions it entered. */
export const HITS_FILE = 'SLUICE_MUTANT_HITS'

/** A request to run one test file with these sources, by path, in place of those on the disk. */
export interface Ask {
  test: string
  sources: Readonly<Record<string, string>>
}

export interface Told {
  passed: boolean
  ms: number
  hits: string[]
  /** The first failure. */
  why: string
  /** The runner itself failed: the outcome is unknown. */
  broken?: boolean
}

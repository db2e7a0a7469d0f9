/** The variable that says where a test run leaves which functions it entered. */
export const HITS_FILE = 'SLUICE_MUTANT_HITS'

/** Run one test file over the sources with these, by path, in place of what is on the disk. */
export interface Ask {
  test: string
  sources: Readonly<Record<string, string>>
}

export interface Told {
  passed: boolean
  ms: number
  hits: string[]
  /** The first thing that failed. */
  why: string
  /** The runner itself failed: nothing is known. */
  broken?: boolean
}

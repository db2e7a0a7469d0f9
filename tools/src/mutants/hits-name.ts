/** Where a test run tells which functions it entered. */
export const HITS_GLOBAL = '__sluiceHits'

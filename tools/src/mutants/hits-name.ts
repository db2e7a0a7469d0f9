/** The global in which a test run records the functions it entered. */
export const HITS_GLOBAL = '__sluiceHits'

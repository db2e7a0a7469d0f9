import { writeFileSync } from 'node:fs'
import { afterAll } from 'vitest'
import { HITS_GLOBAL } from './hits-name.ts'
import { HITS_FILE } from './messages.ts'

/**
 * Vitest's `setupFiles` of a mutation run: writes the functions that a test file entered to a file after its last test.
 */
const hits = new Set<string>()
Object.assign(globalThis, { [HITS_GLOBAL]: hits })

afterAll(() => {
  const path = process.env[HITS_FILE]
  if (path && hits.size > 0) writeFileSync(path, JSON.stringify([...hits]))
})

import { join } from 'node:path'
import { root } from './run-command.ts'

const reading = [
  // knip opens nothing of itself that would lead to its command.
  join(root, 'node_modules/knip/bin/knip.js'),
  '--config',
  join(root, 'tools/knip.config.ts'),
  '--include',
  'files,exports,types',
  '--no-progress',
  '--no-config-hints',
]

/** The two readings of tools/knip.config.ts, as Node is asked for them: with the tests, and without. */
export const deadCodeRuns: readonly (readonly string[])[] = [reading, [...reading, '--production']]

import { join } from 'node:path'
import { root } from '../run-command.ts'

const reading = [
  // knip's exports do not include its command.
  join(root, 'node_modules/knip/bin/knip.js'),
  '--config',
  join(root, 'tools/knip.config.ts'),
  '--include',
  'files,exports,types',
  '--no-progress',
  '--no-config-hints',
]

/** The arguments of the two runs of tools/knip.config.ts: with the tests, and without. */
export const deadCodeRuns: readonly (readonly string[])[] = [reading, [...reading, '--production']]

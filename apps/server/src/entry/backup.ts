import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import server from '../../package.json' with { type: 'json' }
import { runCommand } from './command-line.ts'
import { readConfig } from '../config.ts'
import { makeBackup } from '../platform/backup/make-backup.ts'
import { StartupError } from '../platform/startup-error.ts'

const USAGE = `npm run backup [-- FILE] [-- --keep N] [-- --no-verify]
  FILE         where it goes; a name with the time in SLUICE_DATA/backups when left out
  --keep N     leave only the newest N backups in that folder
  --no-verify  do not restore it into a scratch database for proof`

/** `npm run backup`: works whether or not Sluice is running. */
runCommand(async (args) => {
  const { path, keep, verify } = optionsOf(args)
  const config = readConfig(undefined, [])
  const { version } = server
  const file = path === undefined ? undefined : resolve(config.callerDir, path)
  const made = await makeBackup({ ...config, path: file, now: new Date(), version, verify, keep })
  const proof = {
    restored: 'It was restored into a scratch database, where every table came back the same.',
    'not asked for': 'It was read back, but not restored for proof (--no-verify).',
    'not permitted': 'It was read back, but not restored for proof: this role may not create databases.',
  }[made.proof]
  const dropped = made.dropped.length === 0 ? '' : `\nTaken away: ${made.dropped.join(', ')}`
  return `${made.path}: ${made.rows} rows in ${(made.bytes / 1_048_576).toFixed(1)} MiB. ${proof}${dropped}`
})

function optionsOf(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { keep: { type: 'string' }, 'no-verify': { type: 'boolean' } },
      allowPositionals: true,
    })
    const keep = values.keep === undefined ? undefined : Number(values.keep)
    if (positionals.length > 1 || (keep !== undefined && !(Number.isInteger(keep) && keep >= 1)))
      throw new Error('usage')
    return { path: positionals[0], keep, verify: values['no-verify'] !== true }
  } catch {
    throw new StartupError(USAGE)
  }
}

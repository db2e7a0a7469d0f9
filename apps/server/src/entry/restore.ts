import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import server from '../../package.json' with { type: 'json' }
import { runCommand } from './command-line.ts'
import { readConfig } from '../config.ts'
import { restoreBackup } from '../platform/backup/restore-backup.ts'
import { StartupError } from '../platform/startup-error.ts'

const USAGE = `npm run restore -- FILE [--replace]
  FILE       a backup that npm run backup made
  --replace  replace what is there now; a safety copy of it is written into SLUICE_DATA/backups first`

/** `npm run restore`: Sluice must not be running. */
runCommand(async (args) => {
  const { path, replace } = optionsOf(args)
  const config = readConfig(undefined, [])
  const { version } = server
  const done = await restoreBackup({
    ...config,
    path: resolve(config.callerDir, path),
    now: new Date(),
    version,
    replace,
  })
  const upgraded = done.applied.length === 0 ? '' : ` Then brought up to this Sluice: ${done.applied.join(', ')}.`
  const safety = done.safetyCopy === undefined ? '' : ` What was there before is in ${done.safetyCopy}.`
  return `Restored as of ${done.from}: ${done.rows} rows and ${done.files} files, compared table by table.${upgraded}${safety}`
})

function optionsOf(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { replace: { type: 'boolean' } },
      allowPositionals: true,
    })
    const [path] = positionals
    if (path === undefined || positionals.length > 1) throw new Error('usage')
    return { path, replace: values.replace === true }
  } catch {
    throw new StartupError(USAGE)
  }
}

/**
 * What each npm script runs. `keepsFolder`: file names on its command line are meant from where the user stands;
 * everything else works from the repository, so that the data folder is found.
 * @type {Record<string, { does: string, script?: string, needsConsole?: boolean, keepsFolder?: boolean }>}
 */
export const commands = {
  start: { does: 'run the platform', script: 'apps/server/src/entry/main.ts', needsConsole: true },
  dev: { does: 'run the platform and the console, both reloading on change', script: 'tools/src/dev.ts' },
  build: { does: 'build the console when its sources changed (--force: always)', needsConsole: true },
  test: { does: 'run every test there is', script: 'tools/src/test.ts' },
  check: { does: 'run format, lint, types, import rules and the fast tests', script: 'tools/src/check.ts' },
  mutants: { does: 'change the sources in small ways and see which tests notice', script: 'tools/src/mutants/main.ts' },
  bench: { does: 'measure', script: 'tools/src/bench/main.ts' },
  backup: { does: 'write a backup and prove it', script: 'apps/server/src/entry/backup.ts' },
  restore: { does: 'bring a backup back', script: 'apps/server/src/entry/restore.ts' },
  admin: {
    does: 'reset passwords and second factors, walk the operation log',
    script: 'apps/server/src/entry/admin.ts',
  },
  simulator: {
    does: 'tell the demo’s stations to fail, or play a fleet for load',
    script: 'apps/simulator/src/main.ts',
  },
  texts: { does: 'write all texts of the product as a sheet', script: 'tools/src/texts/texts.ts', keepsFolder: true },
  decode: { does: 'explain the bytes of a frame', script: 'tools/src/decode.ts', keepsFolder: true },
  vector: {
    does: 'turn a stored conversation into a test vector',
    script: 'tools/src/conversation/vector.ts',
    keepsFolder: true,
  },
  replay: {
    does: 'play a test vector against a server',
    script: 'tools/src/conversation/replay.ts',
    keepsFolder: true,
  },
}

/** @param {string} name */
export function usage(name) {
  const lines = Object.entries(commands).map(([key, { does }]) => `  ${key.padEnd(11)}${does}`)
  const reason = name ? `there is no command «${name}»` : 'a command is missing'
  return `${reason}; there are:\n${lines.join('\n')}`
}

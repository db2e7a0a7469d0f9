/** What npm's error codes mean to a user who only wanted to start the platform; the first match is shown. */
const meanings = /** @type {[RegExp, string][]} */ ([
  [/ENOTCACHED/, 'npm may not use the network (it is set to offline) and has not fetched this before.'],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT|network/i,
    'the npm registry cannot be reached: check the network, or npm’s `registry` and `proxy` settings.',
  ],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/,
    'the npm registry’s certificate is not trusted here: see npm’s `cafile`.',
  ],
  [/E401|E403|ENEEDAUTH/, 'the npm registry refuses us: it wants other credentials.'],
  [/E404|ETARGET|notarget/, 'the npm registry in use does not have this package: see npm’s `registry` setting.'],
  [/ENOSPC/, 'the disk is full.'],
  [/EROFS|EACCES|EPERM/, 'npm may not write: give this user write access to the repository and to npm’s cache.'],
  [/EINTEGRITY/, 'a package differs from what the lockfile expects: clear npm’s cache (`npm cache clean --force`).'],
  [/EUSAGE|in sync/, 'package.json and package-lock.json disagree: run `npm install` and commit the lockfile.'],
])

/**
 * @param {string} what was to be installed
 * @param {{ code: number | null, output: string }} run
 */
export function explainNpmFailure(what, run) {
  const meaning = meanings.find(([pattern]) => pattern.test(run.output))?.[1] ?? `npm failed (exit ${run.code}).`
  const lines = run.output.split('\n').map((line) => line.replace(/^npm (error|ERR!) ?/, '').trim())
  const told = lines.filter(
    (line) => line && !/^npm (warn|notice)|^(A complete log|code |syscall |errno |at )/i.test(line),
  )
  return [`could not install ${what}: ${meaning}`, ...told.slice(0, 6).map((line) => `  ${line}`)].join('\n')
}

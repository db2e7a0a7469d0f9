import { spawnSync } from 'node:child_process'

/**
 * Installs Debian packages when we are root on a Debian.
 * @returns why it did not, or undefined
 */
export function aptInstall(packages: readonly string[]): string | undefined {
  if (process.getuid?.() !== 0) return `not root, so ${packages[0]} cannot be installed`
  if (spawnSync('apt-get', ['--version']).status !== 0) return 'there is no apt-get'
  process.stderr.write(`sluice: installing ${packages.join(', ')} with apt-get …\n`)
  // Another run on this machine may be installing: its lock is waited for.
  const apt = (...args: string[]): boolean =>
    spawnSync('apt-get', ['-qq', '-o', 'Acquire::Retries=1', '-o', 'DPkg::Lock::Timeout=120', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      timeout: 240_000,
    }).status === 0
  const install = ['install', '-y', '--no-install-recommends', ...packages]
  // The lists of a fresh image are empty, those of an old one name packages that are gone.
  if (apt(...install) || (apt('update') && apt(...install))) return undefined
  return `apt-get could not install ${packages.join(', ')}`
}

import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aptUnpack, unpackedEnv } from './apt.ts'

let folder: string
let kept: string
let told: string

/** A program of this name before all others in PATH, which records its arguments. */
function program(name: string, script: string): void {
  const file = join(folder, name)
  writeFileSync(file, `#!/bin/sh\necho ${name} "$@" >>'${told}'\n${script}\n`)
  chmodSync(file, 0o755)
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-apt-'))
  kept = join(folder, 'kept')
  told = join(folder, 'told')
  writeFileSync(told, '')
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH']}`)
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  program(
    'apt-get',
    'for word in "$@"; do case $word in Dir::Cache::archives=*) touch "${word#*=}/x.deb" "${word#*=}/y.deb";; esac; done',
  )
  program('dpkg-deb', '[ "$1" = -x ] && mkdir -p "$3/usr/sbin" "$3/usr/lib/x86_64-linux-gnu"; exit 0')
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

const calls = () =>
  readFileSync(told, 'utf8')
    .split('\n')
    .filter((line) => line && !line.includes('--version'))

test('a package that has a service is downloaded and unpacked, never installed, so that nothing of it starts', () => {
  expect(aptUnpack('mosquitto', { kept })).toBeUndefined()
  const apt = calls().filter((line) => line.startsWith('apt-get'))
  expect(apt).toHaveLength(1)
  expect(apt[0]).toContain('--download-only mosquitto')
  expect(calls().filter((line) => line.startsWith('dpkg-deb -x'))).toHaveLength(2)
  expect(readdirSync(kept)).toEqual(['mosquitto'])
  expect(readdirSync(join(kept, 'mosquitto'))).toEqual(['usr'])
})

test('a package without dependencies is fetched alone', () => {
  program('apt-get', '[ "$1" = --version ] || touch "$PWD/alone.deb"')
  expect(aptUnpack('prometheus', { kept, alone: true })).toBeUndefined()
  expect(calls().filter((line) => line.startsWith('apt-get'))).toEqual([expect.stringMatching(/ download prometheus$/)])
  expect(calls().filter((line) => /^dpkg-deb -x \S*alone\.deb /.test(line))).toHaveLength(1)
})

test('an unpacked package is not fetched again', () => {
  aptUnpack('mosquitto', { kept })
  const before = calls().length
  expect(aptUnpack('mosquitto', { kept })).toBeUndefined()
  expect(calls()).toHaveLength(before)
})

test('an unavailable package is reported, and leaves no partial files', () => {
  program('apt-get', 'case "$*" in *--version*) exit 0;; *) exit 100;; esac')
  expect(aptUnpack('mosquitto', { kept })).toBe('apt-get could not download mosquitto')
  expect(calls().some((line) => line.endsWith(' update'))).toBe(true)
  // One of several packages cannot be fetched.
  program(
    'apt-get',
    'for word in "$@"; do case $word in Dir::*) touch "${word#*=}/x.deb"; exit 100;; update) exit 100;; esac; done',
  )
  expect(aptUnpack('mosquitto', { kept })).toBe('apt-get could not download mosquitto')
  program('apt-get', 'exit 0')
  expect(aptUnpack('mosquitto', { kept })).toBe('apt-get could not download mosquitto')
  expect(readdirSync(kept)).toEqual([])
  program('apt-get', 'exit 1')
  expect(aptUnpack('mosquitto', { kept })).toBe('there is no apt-get')
})

test('its programs are found after installed ones, with their libraries', () => {
  aptUnpack('mosquitto', { kept })
  const env = unpackedEnv('mosquitto', kept)
  const usr = join(kept, 'mosquitto', 'usr')
  expect(env['PATH']).toMatch(new RegExp(`^${folder}.*:/usr/sbin:${usr}/bin:${usr}/sbin$`))
  expect(env['LD_LIBRARY_PATH']).toBe(join(usr, 'lib', 'x86_64-linux-gnu'))
  mkdirSync(join(kept, 'bare'))
  expect(unpackedEnv('bare', kept)['LD_LIBRARY_PATH']).toBe(process.env['LD_LIBRARY_PATH'])
})

test('of two processes that fetch at once one waits for the other', async () => {
  // Like the real one, whose lists have one writer at a time.
  program(
    'apt-get',
    `[ "$1" = --version ] && exit 0; mkdir '${folder}/turn' || exit 1; sleep 0.3; touch "$PWD/x.deb"; rmdir '${folder}/turn'`,
  )
  const script = (name: string) =>
    `import { aptUnpack } from '${import.meta.dirname}/apt.ts'
     console.log(aptUnpack('${name}', { kept: '${kept}', alone: true }) ?? 'here')`
  const fetch = async (name: string) => {
    const child = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script(name)])
    return child.stdout.trim()
  }
  expect(await Promise.all(['mosquitto', 'prometheus'].map(fetch))).toEqual(['here', 'here'])
})

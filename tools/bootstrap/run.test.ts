import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { explainNpmFailure } from './npm-failures.mjs'
import { npmEnvironment } from './npm.mjs'
import { isNewEnough } from './runtime.mjs'

/** A repository with only the bootstrap, and an npm that only records its calls. */
let root: string

const fakeNpm = `
const { appendFileSync, mkdirSync } = require('node:fs')
const log = (word) => appendFileSync(process.env.FAKE_NPM_LOG, word + ' ' + process.argv.slice(2, 3) + '\\n')
log('begins')
if (process.env.FAKE_NPM_FAILS) { console.error('npm error code ' + process.env.FAKE_NPM_FAILS); process.exit(1) }
setTimeout(() => { mkdirSync('node_modules', { recursive: true }); log('ends') }, Number(process.env.FAKE_NPM_MS ?? 300))
`

const program = `
if (process.argv[2] === 'wait') {
  process.on('SIGTERM', () => { console.log('got SIGTERM'); process.exit(7) })
  console.log('waiting')
  setInterval(() => {}, 1000)
} else {
  process.stdout.write(JSON.stringify(process.argv.slice(2)))
  process.stdin.pipe(process.stdout)
  process.exitCode = Number(process.argv[3] ?? 0)
}
`

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sluice-bootstrap-'))
  cpSync(import.meta.dirname, join(root, 'tools/bootstrap'), { recursive: true })
  write('package.json', '{ "type": "module" }')
  write('package-lock.json', '{ "packages": {} }')
  write('tools/src/decode.ts', program)
  write('fake/package.json', '{ "version": "11.0.0" }')
  write('fake/bin/npm-cli.js', fakeNpm)
})

afterEach(() => rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))

function write(path: string, content: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), content)
}

function start(args: string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [join(root, 'tools/bootstrap/run.mjs'), ...args], {
    env: {
      ...process.env,
      npm_execpath: join(root, 'fake/bin/npm-cli.js'),
      FAKE_NPM_LOG: join(root, 'npm.log'),
      ...env,
    },
  })
}

async function run(
  args: string[],
  env: Record<string, string> = {},
  stdin = '',
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = start(args, env)
  const said = { stdout: '', stderr: '' }
  child.stdout?.on('data', (chunk: Buffer) => {
    said.stdout += chunk.toString()
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    said.stderr += chunk.toString()
  })
  child.stdin?.end(stdin)
  const code = await new Promise<number | null>((done) => child.on('close', done))
  return { code, ...said }
}

const npmCalls = (): string[] =>
  existsSync(join(root, 'npm.log')) ? readFileSync(join(root, 'npm.log'), 'utf8').split('\n').filter(Boolean) : []

describe('starting', () => {
  test('installs once, then passes arguments, input, output and exit code through silently', async () => {
    const first = await run(['decode', '7e', '0'])
    expect(first.stdout).toBe('["7e","0"]')
    expect(first.stderr).toContain('installing dependencies')
    expect(npmCalls()).toEqual(['begins ci', 'ends ci'])

    const second = await run(['decode', 'a b', '3'], {}, 'raw bytes')
    expect(second).toEqual({ code: 3, stdout: '["a b","3"]raw bytes', stderr: '' })
    expect(npmCalls()).toHaveLength(2)
  })

  test('installs again when the lockfile changes', async () => {
    await run(['decode'])
    write('package-lock.json', '{ "packages": { "node_modules/x": { "version": "1.0.0" } } }')
    await run(['decode'])
    expect(npmCalls()).toEqual(['begins ci', 'ends ci', 'begins ci', 'ends ci'])
  })

  test('accepts the result of a developer’s own npm install when it matches the lockfile', async () => {
    const x = { version: '1.0.0', integrity: 'sha512-x' }
    const elsewhere = { version: '1.0.0', optional: true, os: ['plan9'] }
    const neededThere = { version: '1.0.0', optional: true }
    const packages = { '': {}, 'node_modules/x': x, 'node_modules/y': elsewhere, 'node_modules/z': neededThere }
    write('package-lock.json', JSON.stringify({ packages }))
    write('node_modules/.package-lock.json', JSON.stringify({ packages: { 'node_modules/x': x } }))
    expect((await run(['decode'])).stderr).toBe('')
    expect(npmCalls()).toEqual([])
  })

  test('installs when that result lacks a package for this machine', async () => {
    const ours = { version: '1.0.0', optional: true, os: [process.platform], cpu: [process.arch] }
    write('package-lock.json', JSON.stringify({ packages: { 'node_modules/y': ours } }))
    write('node_modules/.package-lock.json', JSON.stringify({ packages: {} }))
    await run(['decode'])
    expect(npmCalls()).toEqual(['begins ci', 'ends ci'])
  })

  test('several processes at once install once', async () => {
    const runs = await Promise.all([1, 2, 3].map((n) => run(['decode', `${n}`])))
    expect(runs.map((each) => each.stdout)).toEqual(['["1"]', '["2"]', '["3"]'])
    expect(npmCalls()).toEqual(['begins ci', 'ends ci'])
  })

  test('a lock left by a dead process blocks nobody', async () => {
    write('.runtime/lock/holder.json', JSON.stringify({ pids: [2 ** 22 + 1], host: hostname() }))
    expect((await run(['decode'])).stdout).toBe('[]')
  })

  test('an interrupted installation is repeated', async () => {
    const child = start(['decode'], { FAKE_NPM_MS: '5000' })
    while (npmCalls().length === 0) await new Promise((wake) => setTimeout(wake, 20))
    child.kill('SIGTERM')
    await new Promise((done) => child.on('exit', done))
    expect((await run(['decode'])).stdout).toBe('[]')
    expect(npmCalls()).toEqual(['begins ci', 'begins ci', 'ends ci'])
  })

  test('hands a signal to the program and ends with its exit code', async () => {
    await run(['decode'])
    const child = start(['decode', 'wait'])
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output === 'waiting\n') child.kill('SIGTERM')
    })
    expect(await new Promise((done) => child.on('close', done))).toBe(7)
    expect(output).toBe('waiting\ngot SIGTERM\n')
  })

  test.skipIf(process.platform === 'win32')(
    'stops the program when npm’s shell was stopped over its head',
    async () => {
      await run(['decode'])
      const shell = spawn(
        'sh',
        ['-c', `"${process.execPath}" "${join(root, 'tools/bootstrap/run.mjs')}" decode wait; :`],
        {
          env: { ...process.env, npm_lifecycle_event: 'start' },
        },
      )
      let output = ''
      shell.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        if (output === 'waiting\n') shell.kill('SIGTERM')
      })
      await new Promise((done) => shell.stdout.on('close', done))
      expect(output).toBe('waiting\ngot SIGTERM\n')
    },
  )
})

describe('not starting', () => {
  test('says in one sentence that the registry is unreachable', async () => {
    const { code, stdout, stderr } = await run(['decode'], { FAKE_NPM_FAILS: 'ENOTFOUND' })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('the npm registry cannot be reached')
    expect(stderr).not.toContain('    at ')
  })

  test('lists the commands when it does not know one', async () => {
    const { code, stderr } = await run(['constructor'])
    expect(code).toBe(2)
    expect(stderr).toMatch(/no command «constructor»[\s\S]*decode/)
  })
})

test.each([
  ['v18.20.4', false],
  ['v20.20.2', false],
  ['v22.17.1', false],
  ['v22.18.0', true],
  ['v23.5.0', false],
  ['v23.6.0', true],
  ['v24.0.0', true],
  ['v26.1.0', true],
])('Node %s runs TypeScript unaided: %s', (version, expected) => {
  expect(isNewEnough(version)).toBe(expected)
})

test('the inner npm keeps the user’s registry and drops the outer npm’s own settings', () => {
  const outer = {
    PATH: '/bin',
    npm_config_registry: 'https://registry.example/',
    NPM_CONFIG_PROXY: 'http://proxy.example',
    npm_config_cache: '/cache',
    npm_config_local_prefix: '/elsewhere',
    npm_config_global: 'true',
    npm_config_omit: 'dev',
    npm_lifecycle_event: 'start',
    npm_package_name: 'sluice',
    NODE_ENV: 'production',
    NODE_OPTIONS: '--unknown',
  }
  expect(npmEnvironment(outer, '/repository')).toEqual({
    PATH: '/bin',
    npm_config_registry: 'https://registry.example/',
    NPM_CONFIG_PROXY: 'http://proxy.example',
    npm_config_cache: '/cache',
  })
})

test.each([
  ['npm error code EROFS', 'npm may not write'],
  ['npm error code ENOSPC', 'the disk is full'],
  ['npm error code E404', 'does not have this package'],
  ['npm error code EUSAGE\nnpm error `npm ci` can only install packages when … in sync', 'disagree'],
  ['segmentation fault', 'npm failed (exit 139)'],
])('%s is explained', (output, expected) => {
  expect(explainNpmFailure('dependencies', { code: 139, output })).toContain(expected)
})

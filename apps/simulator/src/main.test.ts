import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TinyCenter, until } from './station/tiny-center.fixture.ts'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))

let center: TinyCenter
let port: number

beforeEach(async () => {
  center = new TinyCenter()
  port = await center.listen()
})

afterEach(() => center.close())

function run(args: readonly string[], stdin: 'pipe' | 'ignore' = 'pipe') {
  const child = spawn(process.execPath, [main, ...args], { stdio: [stdin, 'pipe', 'pipe'] })
  const said = { out: '', err: '' }
  child.stdout!.on('data', (chunk) => (said.out += String(chunk)))
  child.stderr!.on('data', (chunk) => (said.err += String(chunk)))
  return { child, said, exited: once(child, 'close').then(([code]) => code as number) }
}

const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

test('a fleet runs until its input closes, and says what it did in lines of JSON', async () => {
  const args = `fleet --port ${port} --stations 5 --interval 0.2 --kind SOIL --seed 2 --stats`.split(' ')
  const { child, said, exited } = run(args)
  await until(() => said.out.includes('"connected":5,') && center.of('32').length > 10)
  child.stdin!.end()
  expect(await exited).toBe(0)
  expect(said.err).toBe('')
  const all = lines(said.out)
  expect(all.findLast(({ event }) => event === 'stats')).toMatchObject({ stations: 5, connected: 5 })
  expect(all.at(-1)).toMatchObject({ event: 'stopped', connects: 5, connected: 0 })
})

test('a fleet does wrong what it is told on its input, and through its door', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-fleet-'))
  try {
    const args = `fleet --port ${port} --stations 4 --interval 0.2 --kind SOIL --folder ${folder}`.split(' ')
    const { child, said, exited } = run(args)
    await until(() => center.connections === 4)
    child.stdin!.write('cut 50%\nmelt\n')
    await until(() => center.connections === 2)
    await until(() => said.out.includes('melt'))
    expect(lines(said.out)).toMatchObject([{ event: 'mischief', told: 'cut', stations: 2 }, { event: 'mischief' }])
    const told = run(['tell', '--folder', folder, 'heal'])
    expect(await told.exited).toBe(0)
    expect(lines(told.said.out)).toMatchObject([{ told: 'heal', stations: 4 }])
    await until(() => center.connections === 4)
    child.stdin!.end()
    expect(await exited).toBe(0)
    const nobody = run(['tell', '--folder', folder, 'heal'])
    expect(await nobody.exited).toBe(1)
    expect(nobody.said.err).toBe(`No fleet with a door in ${folder} is running.\n`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('without an input that could close it runs until it is stopped', async () => {
  const { child, said, exited } = run(`fleet --port ${port} --stations 2 --interval 0.2`.split(' '), 'ignore')
  await until(() => center.of('32').length > 5)
  child.kill('SIGTERM')
  expect(await exited).toBe(0)
  expect(lines(said.out)).toHaveLength(1)
})

test('what is wrong is one sentence on standard error', async () => {
  const { child, said, exited } = run(['demo'])
  child.stdin!.write('{"baseUrl":"http://127.0.0.1:1"}\n')
  expect(await exited).toBe(1)
  expect(said.out).toBe('')
  expect(said.err.trim()).toBe('The demo was started with a wrong order: cookie must be a text.')
})

test('a demo whose parent says nothing ends with it', async () => {
  const { child, said, exited } = run(['demo'])
  child.stdin!.end()
  expect(await exited).toBe(0)
  expect(said.out + said.err).toBe('')
})

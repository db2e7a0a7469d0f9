import { spawn } from 'node:child_process'
import { once } from 'node:events'
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
  return { child, said, exited: once(child, 'exit').then(([code]) => code as number) }
}

const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

test('a fleet runs until its input closes, and says what it did in lines of JSON', async () => {
  const args = `fleet --port ${port} --stations 5 --interval 0.2 --kind SOIL --seed 2 --stats`.split(' ')
  const { child, said, exited } = run(args)
  await until(() => said.out.includes('stats') && center.of('32').length > 10)
  child.stdin!.end()
  expect(await exited).toBe(0)
  expect(said.err).toBe('')
  const all = lines(said.out)
  expect(all[0]).toMatchObject({ event: 'stats', stations: 5, connected: 5 })
  expect(all.at(-1)).toMatchObject({ event: 'stopped', connects: 5, connected: 0 })
})

test('without an input that could close it runs until it is told to stop', async () => {
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
  expect(said.err.trim()).toBe('The demo was started with a wrong order: host must be a text.')
})

test('a demo whose parent says nothing ends with it', async () => {
  const { child, said, exited } = run(['demo'])
  child.stdin!.end()
  expect(await exited).toBe(0)
  expect(said.out + said.err).toBe('')
})

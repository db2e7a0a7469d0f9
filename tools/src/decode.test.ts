import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const TOOL = fileURLToPath(new URL('./decode.ts', import.meta.url))
const REPORT =
  '7E7E02001234567804D232002B020012141205110002F1F1001234567848F0F014120511002019000100261900010039230001442038121220039FE1'
const PACKET = '7E7E01001234567812343601031600D00225262728'

function run(args: readonly string[], input = ''): { code: number | null; lines: unknown[]; error: string } {
  const done = spawnSync(process.execPath, [TOOL, ...args], { input, encoding: 'utf8', maxBuffer: 1 << 28 })
  const lines = done.stdout.split('\n')
  expect(lines.pop()).toBe('')
  return { code: done.status, lines: lines.map((line) => JSON.parse(line) as unknown), error: done.stderr }
}

test('--lines answers every line in order, faults included, and exits with 0', () => {
  const input = [
    `SL651 ${REPORT}`,
    `SL651 ${REPORT.slice(0, -2)}`,
    `SL651 ${REPORT.replace('00014420', '00014421')}`,
    `SL651 ${REPORT.slice(0, -1)}`,
    'SL651 7EXX',
    'SL651 0102',
    'SL651',
    'SMOKE 00',
    '',
    `SL651 ${REPORT.toLowerCase()}\r`,
    `\u2028 \u00e9 ${PACKET}`,
  ]
  const { code, lines, error } = run(['--lines'], `${input.join('\n')}\n`)
  expect({ code, error }).toEqual({ code: 0, error: '' })
  expect(lines).toHaveLength(input.length)
  expect(lines[0]).toMatchObject({ func: '32', station: '0012345678', serial: 18, obsTime: '2014-12-05 11:00' })
  expect(lines.slice(1, 9)).toEqual([
    { error: 'truncated', at: 59 },
    { error: 'checksum', at: 58 },
    { error: 'invalid', at: 59 },
    { error: 'invalid', at: 1 },
    { error: 'invalid', at: 1 },
    { error: 'truncated', at: 0 },
    { error: 'unsupported', at: 0 },
    { error: 'unsupported', at: 0 },
  ])
  expect(lines[9]).toEqual(lines[0])
  expect(lines[10]).toEqual({ error: 'unsupported', at: 0 })
})

test('a last line without its line end is answered, no input gives no output', () => {
  expect(run(['--lines'], `SL651 ${REPORT}`).lines).toHaveLength(1)
  expect(run(['--lines'], '').lines).toHaveLength(0)
})

test('many lines come out in order', () => {
  const serials = Array.from({ length: 20_000 }, (_, i) => i % 7)
  const input = serials.map((serial) => (serial === 0 ? 'SL651 zz' : `SL651 ${REPORT}`)).join('\n')
  const { lines } = run(['--lines'], `${input}\n`)
  expect(lines.map((line) => ('error' in (line as object) ? 0 : 1))).toEqual(
    serials.map((serial) => Math.min(serial, 1)),
  )
})

async function nextLine(child: ChildProcess): Promise<string> {
  const [chunk] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer]
  return chunk.toString()
}

test('lines are answered while the input is still open', async () => {
  const child = spawn(process.execPath, [TOOL, '--lines'], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.write(`SL651 ${REPORT}\n`)
  expect(await nextLine(child)).toContain('"func":"32"')
  child.stdin.write('SL651 7E')
  child.stdin.write('7E\n')
  expect(JSON.parse(await nextLine(child))).toEqual({ error: 'truncated', at: 2 })
  child.stdin.end()
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('a reader that closes the pipe ends it quietly', async () => {
  const child = spawn(process.execPath, [TOOL, '--lines'], { stdio: ['pipe', 'pipe', 'pipe'] })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString()
  })
  child.stdin.on('error', () => undefined)
  child.stdin.write(`SL651 ${REPORT}\n`.repeat(2000))
  await nextLine(child)
  child.stdout.destroy()
  child.stdin.write(`SL651 ${REPORT}\n`.repeat(2000))
  const exited = once(child, 'exit')
  child.stdin.end()
  expect(await exited).toEqual([0, null])
  expect(complaint).toBe('')
})

test('one frame as arguments is printed for reading', () => {
  const done = spawnSync(process.execPath, [TOOL, 'SL651', REPORT], { encoding: 'utf8' })
  expect(done.status).toBe(0)
  expect(JSON.parse(done.stdout)).toMatchObject({ func: '32' })
  expect(done.stdout).toContain('\n  "direction": "up"')
  expect(spawnSync(process.execPath, [TOOL, 'SL651', '00'], { encoding: 'utf8' }).status).toBe(1)
  expect(spawnSync(process.execPath, [TOOL], { encoding: 'utf8' }).status).toBe(2)
})

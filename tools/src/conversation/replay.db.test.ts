import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { byteTail, issueOwnApiKey, messagePage } from '@sluice/contract'
import { afterAll, expect, it } from 'vitest'
import { makeDevice } from '@sluice/testing'
import { sharedPlatform } from '../../../testing/src/platform/shared-platform.ts'

const { test, now } = sharedPlatform()
const folder = mkdtempSync(join(tmpdir(), 'sluice-vector-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function run(tool: 'vector' | 'replay', args: readonly string[], env: Record<string, string> = {}) {
  const script = fileURLToPath(new URL(`./${tool}.ts`, import.meta.url))
  const child = spawn(process.execPath, [script, ...args], { env: { ...process.env, ...env } })
  let [out, error] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, out, error }
}

it('a conversation of the live log becomes a vector, which plays against a server, and a changed one does not', async () => {
  const { id, stationAddress } = await makeDevice(test.admin, { productNo: 'SL651-LEVEL' })
  const station = await test.station({ station: stationAddress })
  await station.report(1, { 39: 1 }, { at: now() })
  await station.report(2, { 39: 2 }, { at: now() })
  const { lines } = await test.admin.call(byteTail, { deviceId: id })
  const log = lines.map(
    ({ protocol, hex, ts, remote, direction }) => `${protocol} ${hex} # ${ts} ${remote} ${direction}`,
  )
  const [file, made] = [join(folder, 'log.txt'), join(folder, 'vector.json')]
  writeFileSync(file, log.join('\n'))
  const vector = await run('vector', [file])
  expect([vector.code, vector.error]).toEqual([0, ''])
  writeFileSync(made, vector.out)
  const server = `127.0.0.1:${test.platform.edge.port('SL651')}`
  const played = await run('replay', [made, server])
  expect([played.code, played.error]).toEqual([0, ''])
  const answers = played.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { same?: boolean })
  expect(answers.filter(({ same }) => same)).toHaveLength(2)
  const changed = JSON.parse(vector.out) as { frames: { direction: string; decoded: { func: string } }[] }
  changed.frames.find(({ direction }) => direction === 'DOWN')!.decoded.func = '33'
  writeFileSync(made, JSON.stringify(changed))
  expect((await run('replay', [made, server])).code).toBe(1)
})

it('the stored messages of a device are read over the API with a key', async () => {
  const { id, stationAddress } = await makeDevice(test.admin, { productNo: 'SL651-LEVEL' })
  const station = await test.station({ station: stationAddress })
  await station.report(1, { 39: 1 }, { at: now() })
  const expireTime = new Date(now() + 86_400_000).toISOString()
  const { key } = await test.admin.call(issueOwnApiKey, { name: 'vector', scopes: ['device:message'], expireTime })
  const { code, out, error } = await run('vector', ['--device', id, test.url], { SLUICE_API_KEY: key })
  expect([code, error]).toEqual([0, ''])
  const { total } = await test.admin.call(messagePage, { deviceId: id, page: 1, limit: 10 })
  expect((JSON.parse(out) as { frames: unknown[] }).frames).toHaveLength(total)
  const refused = await run('vector', ['--device', id, test.url], { SLUICE_API_KEY: 'wrong' })
  expect(refused.code).toBe(1)
  expect(refused.error).toContain('the server refuses')
})

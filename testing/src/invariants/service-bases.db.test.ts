import { getInfo, LIVE_PATH } from '@sluice/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { startTestPlatform, type TestPlatform } from '../platform/platform.ts'

let test: TestPlatform
beforeAll(async () => {
  const bases = 'security=/field/security/v1, device=/field/device/v1'
  test = await startTestPlatform({ env: { SLUICE_SERVICE_BASES: bases } })
})
afterAll(() => test?.stop())

/** The status of the handshake at the path of the live socket below this base. */
function upgradeStatus(base: string): Promise<number> {
  const target = `${test.url.replace('http', 'ws')}${base}${LIVE_PATH.slice('/device/v1'.length)}`
  const headers = { cookie: `authorization=${test.admin.visitor.cookie}` }
  const socket = new WebSocket(target, { origin: test.url, headers })
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(101))
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.once('error', reject)
  }).finally(() => socket.terminate()) as Promise<number>
}

it('BS-2 (1 of 3) a moved service answers at its configured base and still at its own', async () => {
  for (const base of ['/field/security/v1', '/security/v1']) {
    const { code, data } = await test.admin.answer('GET', `${base}${getInfo.path.slice('/security/v1'.length)}`)
    expect([base, code, data]).toEqual([base, 0, expect.objectContaining({ username: 'admin' })])
  }
  for (const base of ['/field/device/v1', '/device/v1']) {
    expect(await test.admin.answer('GET', `${base}/device/faultCount`)).toMatchObject({ code: 0, data: 0 })
    expect(await test.admin.answer('GET', `${base}/device/page`, { limit: 1 })).toMatchObject({ code: 0 })
    expect(await test.admin.answer('GET', `${base}/no-such-call`)).toMatchObject({ status: 404, code: 404 })
    expect(await upgradeStatus(base)).toBe(101)
  }
})

it('BS-2 (part) permissions are the same at both', async () => {
  for (const base of ['/field/device/v1', '/device/v1']) {
    const stranger = await fetch(`${test.url}${base}/device/page`)
    expect([base, stranger.status]).toEqual([base, 401])
    const foreign = await fetch(`${test.url}${base}/device/insert`, {
      method: 'POST',
      headers: { origin: 'https://other.example', 'content-type': 'application/json' },
      body: '{}',
    })
    expect([base, foreign.status]).toEqual([base, 403])
  }
})

it('BS-2 (part) a base that is not configured is not answered', async () => {
  const answer = await fetch(`${test.url}/field/valve/v1/valveSlave/page`)
  expect(answer.headers.get('content-type')).toContain('text/html')
  expect(await upgradeStatus('/field/valve/v1')).toBe(404)
})

import { getInfo, LIVE_PATH } from '@sluice/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** The page as the server sends it. Modules read it once, so they are loaded anew. */
function serve(said: string): void {
  const meta = document.createElement('meta')
  meta.name = 'service-bases'
  meta.content = said
  document.head.append(meta)
}
const addressOf = async (path: string) => (await import('./service-bases.ts')).addressOf(path)

beforeEach(() => vi.resetModules())
afterEach(() => {
  document.querySelector('meta[name="service-bases"]')?.remove()
  vi.unstubAllGlobals()
})

test('BS-2 (2 of 3) calls and the live socket go to the bases that the page names', async () => {
  serve('security=/field/security/v1,device=/field/device/v1')
  const fetched = vi.fn<(url: string) => Promise<Response>>(async () => new Response('{"code":0,"data":{}}'))
  vi.stubGlobal('fetch', fetched)
  const { call } = await import('./api.ts')
  await call(getInfo, {})
  expect(fetched.mock.calls[0]![0]).toBe(getInfo.path.replace('/security/v1', '/field/security/v1'))

  const opened: string[] = []
  vi.stubGlobal(
    'WebSocket',
    class {
      constructor(url: string) {
        opened.push(url)
      }
      close() {}
    },
  )
  const { openLive, closeLive } = await import('../live/live.ts')
  openLive()
  closeLive()
  expect(opened).toEqual([`ws://${location.host}${LIVE_PATH.replace('/device/v1', '/field/device/v1')}`])
})

test('BS-2 (3 of 3) by default each service is at its own base', async () => {
  expect(await addressOf(getInfo.path)).toBe(getInfo.path)
})

test.each(['', '__SERVICE_BASES__', 'device=https://other.example/v1'])(
  'BS-2 (part), SEC-8 (part) a page that says "%s" leaves every call where it is',
  async (said) => {
    serve(said)
    expect(await addressOf('/device/v1/device/page')).toBe('/device/v1/device/page')
  },
)

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { entryOf, followVersion } from './new-version.ts'

const pageOf = (name: string) =>
  `<!doctype html><html><head><script type="module" crossorigin src="/assets/${name}.js"></script></head></html>`

beforeEach(() => {
  document.head.innerHTML = '<script type="module" src="/assets/index-old.js"></script>'
})
afterEach(() => {
  document.head.innerHTML = ''
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const serve = (body: string, status = 200) => vi.stubGlobal('fetch', async () => new Response(body, { status }))

test('the script of a page is found, and none in a page that is not the console', () => {
  expect(entryOf(pageOf('index-a1'))).toBe('/assets/index-a1.js')
  expect(entryOf('<html><script src="/other.js"></script>')).toBeNull()
})

test('the same build changes nothing, another one reloads the page once', async () => {
  const reload = vi.fn<() => void>()
  serve(pageOf('index-old'))
  await followVersion(reload)
  expect(reload).not.toHaveBeenCalled()
  serve(pageOf('index-new'))
  await followVersion(reload)
  // A proxy that still serves the old page: the wall keeps it.
  await followVersion(reload)
  expect(reload).toHaveBeenCalledTimes(1)
  serve(pageOf('index-newer'))
  await followVersion(reload)
  expect(reload).toHaveBeenCalledTimes(2)
})

test('an unreachable or starting server is no new build', async () => {
  const reload = vi.fn<() => void>()
  serve('bad gateway', 502)
  await followVersion(reload)
  serve('<html></html>')
  await followVersion(reload)
  expect(reload).not.toHaveBeenCalled()
})

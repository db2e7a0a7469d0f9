import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadAhead, loadAtLeisure } from './ahead.ts'

let begun: string[]
/** What waits for an idle moment. */
let idle: (() => void)[]

const piece = (name: string) => () => {
  begun.push(name)
  return Promise.reject(new Error('no network'))
}
const program = { shell: piece('shell'), dashboard: piece('dashboard'), map: piece('map') }

beforeEach(() => {
  begun = []
  idle = []
  vi.stubGlobal('requestIdleCallback', (then: () => void) => idle.push(then))
  vi.stubGlobal('cancelIdleCallback', (nr: number) => void (idle[nr - 1] = () => {}))
})
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['/', ['shell', 'dashboard', 'map']],
  ['/dashboard', ['shell', 'dashboard', 'map']],
  ['/device/index', ['shell']],
  ['/wall', ['map']],
])('%s begins with its own program at once', (pathname, pieces) => {
  loadAhead(pathname, program)
  expect(begun).toEqual(pieces)
})

test('at the sign-in each idle moment begins with one more piece, and none after the page is left', () => {
  const leave = loadAtLeisure(program)
  expect([begun, idle.length]).toEqual([[], 1])
  idle[0]!()
  expect([begun, idle.length]).toEqual([['shell'], 2])
  leave()
  idle[1]!()
  expect(begun).toEqual(['shell'])
})

test('all pieces begin when there is time', () => {
  loadAtLeisure(program)
  for (let nr = 0; nr < idle.length; nr++) idle[nr]!()
  expect([begun, idle.length]).toEqual([['shell', 'dashboard', 'map'], 3])
})

test('a browser that saves data, or knows no idle moments, loads nothing ahead', () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  loadAtLeisure(program)
  expect(idle).toEqual([])
  vi.stubGlobal('navigator', {})
  Reflect.deleteProperty(window, 'requestIdleCallback')
  loadAtLeisure(program)()
  expect(begun).toEqual([])
})

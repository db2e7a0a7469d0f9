import { describe, expect, test } from 'vitest'
import { close, closeAll, closeOthers, keepAlive, retitle, type Tab, visit } from './tab-list.ts'

const tab = (path: string, affix = false, query = ''): Tab => ({
  path,
  name: path,
  title: path,
  meta: { title: path, affix, noCache: false },
  query,
  fullPath: path + query,
})
const home = tab('/dashboard', true)
const [a, b, c] = [tab('/a'), tab('/b', false, '?x=1'), tab('/c')]
const all = [home, a, b, c]

describe('TB-1 visiting', () => {
  test('a new path is added, a known one with another query is updated in place', () => {
    expect(visit([home], a).map((one) => one.path)).toEqual(['/dashboard', '/a'])
    expect(visit(all, tab('/a', false, '?page=2'))[1]!.fullPath).toBe('/a?page=2')
  })

  test('other parameters make another tab', () => {
    expect(visit([tab('/device/detail/1')], tab('/device/detail/2'))).toHaveLength(2)
  })

  test('a title set by the screen survives a new query', () => {
    const renamed = retitle(all, '/a', '东干渠-12#阀')
    expect(visit(renamed, tab('/a', false, '?page=2'))[1]!.title).toBe('东干渠-12#阀')
  })
})

describe('closing', () => {
  test('TB-5, AM-25 closing the active tab opens the rightmost remaining one, with its query', () => {
    expect(close(all, '/a', '/a')).toMatchObject({ to: '/c' })
    expect(close([home, a, b], '/a', '/a').to).toBe('/b?x=1')
    expect(close([a], '/a', '/a')).toEqual({ tabs: [], to: '/' })
  })

  test('TB-6 closing an inactive tab does not navigate', () => {
    expect(close(all, '/a', '/c').to).toBeNull()
  })

  test('TB-3 (part) a pinned tab stays', () => {
    expect(close(all, '/dashboard', '/dashboard')).toEqual({ tabs: all, to: null })
  })

  test('TB-10 closing others keeps the chosen and the pinned tabs, and opens the chosen one', () => {
    expect(closeOthers(all, '/b', '/c')).toEqual({ tabs: [home, b], to: '/b?x=1' })
    expect(closeOthers(all, '/b', '/b').to).toBeNull()
  })

  test('TB-11 closing all keeps a pinned current page open, else opens the last remaining, else home', () => {
    expect(closeAll(all, '/dashboard')).toEqual({ tabs: [home], to: null })
    expect(closeAll(all, '/c')).toEqual({ tabs: [home], to: '/dashboard' })
    expect(closeAll([a, b], '/a')).toEqual({ tabs: [], to: '/' })
  })
})

test('TB-7 (2 of 2) when none is left, home opens and the map gets a tab again', () => {
  const unpinned = tab('/dashboard')
  expect(close([unpinned], '/dashboard', '/dashboard')).toEqual({ tabs: [], to: '/' })
  expect(close([a], '/a', '/a')).toEqual({ tabs: [], to: '/' })
})

test('TB-13 (part) twelve views live, the least recently used leaves first', () => {
  const twelve = Array.from({ length: 12 }, (_, at) => `/${at}`)
  expect(keepAlive(twelve, '/0', 12).at(-1)).toBe('/0')
  expect(keepAlive(twelve, '/new', 12)).toEqual([...twelve.slice(1), '/new'])
})

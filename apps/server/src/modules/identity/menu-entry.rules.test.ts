import { describe, expect, it } from 'vitest'
import {
  changedColumns,
  columnsOf,
  type EntryColumns,
  entryFault,
  isAbove,
  mayChangeBuiltIn,
} from './menu-entry.rules.ts'

const entry = (more: Partial<EntryColumns> = {}): EntryColumns => ({
  parentId: null,
  type: 'MENU',
  title: 't',
  permCode: null,
  path: 'p',
  component: 'a/b',
  icon: null,
  sort: 0,
  hidden: false,
  noCache: false,
  external: false,
  status: 'NORMAL',
  ...more,
})
const dir = { type: 'DIR' } as const
const menu = { type: 'MENU' } as const

describe('an entry of the menu', () => {
  it.each([
    ['https://example.com/a?b=1', null],
    ['mailto:a@example.com', null],
    ['tel:+86-10-12345', null],
    ['javascript:alert(1)', 'format'],
    ['data:text/html,x', 'format'],
    ['ftp://example.com', 'format'],
    ['https://evil\\.example', 'format'],
  ])('MR-7, SEC-7: an external one to %s: %s', (path, fault) => {
    expect(entryFault(entry({ external: true, path, component: '' }), dir)?.routePath ?? null).toBe(fault)
  })

  it.each(['https://example.com', '//evil.example', 'a b', '../x', 'javascript:alert(1)'])(
    'SEC-7: an inner one does not leave the console by %s',
    (path) => expect(entryFault(entry({ path }), dir)).toEqual({ routePath: 'format' }),
  )

  it('AD-6: stands where its kind belongs', () => {
    expect(entryFault(entry(), null)).toBeNull()
    expect(entryFault(entry({ path: '/report/day/:id' }), dir)).toBeNull()
    expect(entryFault(entry(), menu)).toEqual({ parentId: 'not-an-option' })
    const button = entry({ type: 'BUTTON', permCode: 'a:b', path: '', component: '' })
    expect(entryFault(button, menu)).toBeNull()
    expect(entryFault(button, dir)).toEqual({ parentId: 'not-an-option' })
    expect(entryFault({ ...button, permCode: null }, menu)).toEqual({ permission: 'required' })
    expect(entryFault(entry({ component: '' }), dir)).toEqual({ component: 'required' })
    expect(entryFault(entry({ path: '' }), dir)).toEqual({ routePath: 'required' })
  })

  it('AD-6: does not hang below itself', () => {
    const rows = [
      { id: '1', parentId: null },
      { id: '2', parentId: '1' },
      { id: '3', parentId: '2' },
    ]
    expect(isAbove(rows, '1', '3')).toBe(true)
    expect(isAbove(rows, '2', '2')).toBe(true)
    expect(isAbove(rows, '3', '1')).toBe(false)
    expect(isAbove(rows, '3', null)).toBe(false)
  })

  it('API-11: says only what changes, in the words of the wire', () => {
    const before = entry({ permCode: 'x:y' })
    const after = columnsOf({ title: 'new', cache: false, permission: null }, before)
    expect(changedColumns(before, after).toSorted()).toEqual(['noCache', 'permCode', 'title'])
    expect(mayChangeBuiltIn(['title', 'icon', 'sort', 'hidden', 'noCache', 'status'])).toBe(true)
    for (const name of ['permCode', 'component', 'path', 'parentId', 'external'] as const)
      expect(mayChangeBuiltIn([name])).toBe(false)
  })
})

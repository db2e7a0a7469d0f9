import { RESOURCE_TYPES } from '@sluice/contract'
import { describe, expect, it } from 'vitest'
import { changedFields, type EntryFields, entryFault, entryOf, isAbove, mayChangeBuiltIn } from './menu-entry.rules.ts'

const { DIR, MENU, BUTTON } = RESOURCE_TYPES
const entry = (more: Partial<EntryFields> = {}): EntryFields => ({
  parentId: null,
  type: MENU,
  title: 't',
  permission: null,
  routePath: 'p',
  component: 'a/b',
  icon: null,
  sort: 0,
  hidden: false,
  cache: true,
  external: false,
  status: 'NORMAL',
  ...more,
})
const dir = { type: DIR }
const menu = { type: MENU }

describe('an entry of the menu', () => {
  it.each([
    ['https://example.com/a?b=1', null],
    ['mailto:a@example.com', null],
    ['tel:+86-10-12345', null],
    ['javascript:alert(1)', 'format'],
    ['data:text/html,x', 'format'],
    ['ftp://example.com', 'format'],
    ['https://evil\\.example', 'format'],
  ])('MR-7 (part), SEC-7 (1 of 3): an external one to %s: %s', (path, fault) => {
    expect(entryFault(entry({ external: true, routePath: path, component: null }), dir)?.routePath ?? null).toBe(fault)
  })

  it.each(['https://example.com', '//evil.example', 'a b', '../x', 'javascript:alert(1)'])(
    'SEC-7 (part): an inner one does not leave the console by %s',
    (path) => expect(entryFault(entry({ routePath: path }), dir)).toEqual({ routePath: 'format' }),
  )

  it('AD-6 (part): stands where its kind belongs', () => {
    expect(entryFault(entry(), null)).toBeNull()
    expect(entryFault(entry({ routePath: '/report/day/:id' }), dir)).toBeNull()
    expect(entryFault(entry(), menu)).toEqual({ parentId: 'not-an-option' })
    const button = entry({ type: BUTTON, permission: 'a:b', routePath: null, component: null })
    expect(entryFault(button, menu)).toBeNull()
    expect(entryFault(button, dir)).toEqual({ parentId: 'not-an-option' })
    expect(entryFault({ ...button, permission: null }, menu)).toEqual({ permission: 'required' })
    expect(entryFault(entry({ component: null }), dir)).toEqual({ component: 'required' })
    for (const routePath of [null, '']) expect(entryFault(entry({ routePath }), dir)).toEqual({ routePath: 'required' })
  })

  it('AD-6 (part): does not hang below itself', () => {
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

  it('a new one is seen and kept open; a folder needs no component of its own', () => {
    const made = entryOf({ title: 'Reports', routePath: 'reports' })
    expect(made).toEqual({
      parentId: null,
      title: 'Reports',
      type: DIR,
      permission: null,
      routePath: 'reports',
      component: 'Layout',
      icon: null,
      sort: 0,
      hidden: false,
      cache: true,
      external: false,
      status: 'NORMAL',
    })
    expect(entryOf({ type: MENU, component: 'a/b' }).component).toBe('a/b')
  })

  it('API-11 (part): says only what changes, in the words of the wire', () => {
    const before = entry({ permission: 'x:y' })
    const after = entryOf({ title: 'new', cache: false, permission: null }, before)
    expect(changedFields(before, after).toSorted()).toEqual(['cache', 'permission', 'title'])
    expect(mayChangeBuiltIn(['title', 'icon', 'sort', 'hidden', 'cache', 'status'])).toBe(true)
    for (const name of ['permission', 'component', 'routePath', 'parentId', 'external'] as const)
      expect(mayChangeBuiltIn([name])).toBe(false)
  })
})

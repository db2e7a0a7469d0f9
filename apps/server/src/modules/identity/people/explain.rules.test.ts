import { type ExplainedEntry, RESOURCE_TYPES } from '@sluice/contract'
import { describe, expect, it } from 'vitest'
import { explainEntries, explainKey, explainAccount, type GrantingRole } from './explain.rules.ts'
import { menuRow } from '../menu/menu-row.fixture.ts'

const { DIR, MENU, BUTTON } = RESOURCE_TYPES
const row: typeof menuRow = (id, parentId, type, more) =>
  menuRow(id, parentId, type, { title: `title ${id}`, component: type === MENU ? `x/${id}` : null, ...more })

const menu = [
  row('top', null, DIR),
  row('off', 'top', DIR, { status: 'DISABLED' }),
  row('list', 'top', MENU),
  row('below', 'off', MENU, { hidden: true }),
  row('add', 'list', BUTTON, { permission: 'a:add' }),
  row('del', 'list', BUTTON, { permission: 'a:del' }),
]
const on: GrantingRole = { id: 'r1', name: 'Operator', isOn: true }
const off: GrantingRole = { id: 'r2', name: 'Former', isOn: false }

function explained(): Map<string, ExplainedEntry> {
  const decided = { keys: new Set(['a:add']), resourceIds: new Set(['list', 'below', 'del']) }
  const grantors = new Map([
    ['add', ['r1', 'r2']],
    ['del', ['r2']],
  ])
  return new Map(explainEntries(menu, decided, [on, off], grantors).map((entry) => [entry.id, entry]))
}

describe('why a user sees an entry', () => {
  it('a screen is held by its id, a button by its key', () => {
    const entries = explained()
    expect([...entries].map(([id, { isHeld }]) => [id, isHeld])).toEqual([
      ['top', false],
      ['off', false],
      ['list', true],
      ['below', true],
      ['add', true],
      ['del', false],
    ])
  })

  it('the menu shows the granted screen and its folder, nothing below a folder that is off; buttons are in no menu', () => {
    const entries = explained()
    expect([...entries].map(([id, { inMenu }]) => [id, inMenu])).toEqual([
      ['top', true],
      ['off', false],
      ['list', true],
      ['below', false],
      ['add', null],
      ['del', null],
    ])
    expect([...entries].map(([id, { folderOff }]) => [id, folderOff])).toEqual([
      ['top', null],
      ['off', null],
      ['list', null],
      ['below', 'title off'],
      ['add', null],
      ['del', null],
    ])
    expect(entries.get('off')).toMatchObject({ isOn: false, isHidden: false })
    expect(entries.get('below')).toMatchObject({ isOn: true, isHidden: true })
  })

  it('enabled and disabled roles are listed separately', () => {
    const entries = explained()
    expect(entries.get('add')).toMatchObject({ through: ['Operator'], offRoles: ['Former'] })
    expect(entries.get('del')).toMatchObject({ through: [], offRoles: ['Former'] })
    expect(entries.get('list')).toMatchObject({ through: [], offRoles: [] })
  })
})

describe('whether a user may sign in', () => {
  const account = (more: Partial<Parameters<typeof explainAccount>[0]>) =>
    explainAccount({ status: 'NORMAL', isDeptOff: false, mustChangePassword: false, mustEnrol: false, ...more })

  it('by the state of the account', () => {
    expect(account({})).toEqual([{ because: 'user-active', holds: true, names: [] }])
    expect(account({ status: 'LOCKED' })).toEqual([{ because: 'user-locked', holds: false, names: [] }])
    expect(account({ status: 'DISABLED' })).toEqual([{ because: 'user-disabled', holds: false, names: [] }])
  })

  it('by what must be done first', () => {
    expect(account({ mustChangePassword: true, mustEnrol: true }).slice(1)).toEqual([
      { because: 'must-change-password', holds: false, names: [] },
      { because: 'must-enrol', holds: false, names: [] },
    ])
  })
})

describe('why a key is held or not', () => {
  const carrier = (more: Partial<ExplainedEntry>): ExplainedEntry => ({
    id: '1',
    parentId: null,
    type: BUTTON,
    title: 'Delete',
    name: 'del',
    permission: 'a:del',
    isOn: true,
    isHidden: false,
    isHeld: false,
    inMenu: null,
    through: [],
    offRoles: [],
    folderOff: null,
    ...more,
  })
  const why = (isHeld: boolean, entries: ExplainedEntry[], roles: GrantingRole[] = [on]) =>
    explainKey('a:del', isHeld, entries, roles)

  it('held: through the roles of the entries that are on, each once', () => {
    const entries = [
      carrier({ through: ['Operator', 'Keeper'] }),
      carrier({ through: ['Operator'] }),
      carrier({ isOn: false, through: ['Ghost'] }),
      carrier({ permission: 'a:other', through: ['Other'] }),
    ]
    expect(why(true, entries)).toEqual([{ because: 'key-through-role', holds: true, names: ['Operator', 'Keeper'] }])
  })

  it('not held: it does not exist, or there is no role, or no role has it', () => {
    expect(why(false, [carrier({ permission: 'a:other' })])).toEqual([
      { because: 'key-unknown', holds: false, names: ['a:del'] },
    ])
    expect(why(false, [carrier({})], [])).toEqual([{ because: 'no-role', holds: false, names: [] }])
    expect(why(false, [carrier({})], [on, on])).toEqual([
      { because: 'key-not-granted', holds: false, names: ['Operator'] },
    ])
  })

  it('not held: the entry is off, the role is off, or both', () => {
    const entryOff = carrier({ isOn: false, through: ['Operator'] })
    const roleOff = carrier({ offRoles: ['Former', 'Former'] })
    expect(why(false, [entryOff])).toEqual([{ because: 'key-resource-off', holds: false, names: ['Delete'] }])
    expect(why(false, [roleOff])).toEqual([{ because: 'key-role-off', holds: false, names: ['Former'] }])
    expect(why(false, [entryOff, roleOff]).map(({ because }) => because)).toEqual(['key-resource-off', 'key-role-off'])
    expect(why(false, [carrier({ isOn: false })]).map(({ because }) => because)).toEqual(['key-not-granted'])
  })
})

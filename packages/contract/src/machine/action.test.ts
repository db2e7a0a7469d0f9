import { expect, expectTypeOf, test } from 'vitest'
import { departmentResource } from '../identity/department.resource.ts'
import type { sessionResource } from '../identity/online.operations.ts'
import { userResource } from '../identity/user.resource.ts'
import { RESOURCES } from '../resources.ts'
import { SCREENS } from '../screens.ts'
import type { ActionOfRow } from './action.ts'
import type { Field } from './field.ts'
import { actionKeyOf, defineResource, type ListActionName, type Resource, type RowActionName } from './resource.ts'

function sampleOf(field: Field): unknown {
  if (field.kind === 'enum') return field.values[0]
  if (field.kind === 'integer' || field.kind === 'decimal') return 1
  if (field.kind === 'boolean') return false
  return field.kind === 'refs' || field.kind === 'enums' || field.kind === 'json' ? [] : 'x'
}

const rowOf = ({ fields }: Resource) => ({
  ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, sampleOf(field)])),
  id: '7',
  version: 0,
})
const resources = Object.values(RESOURCES)
const ofRows = resources.flatMap((resource) => (resource.rowActions ?? []).map((action) => ({ resource, action })))
const ofLists = resources.flatMap((resource) => (resource.listActions ?? []).map((action) => ({ resource, action })))

test('the right to every action can be granted', () => {
  expect(ofRows.length).toBeGreaterThan(5)
  const keys = new Set(
    SCREENS.flatMap(({ screens }) =>
      screens.flatMap(({ key, buttons = [] }) => [key, ...buttons.map((one) => one.key)]),
    ),
  )
  const wanted = [...ofRows, ...ofLists].map(({ resource, action }) => actionKeyOf(resource, action))
  expect(wanted.filter((key) => key !== undefined && !keys.has(key))).toEqual([])
})

test('what an action sends is what its call takes', () => {
  const refused = ofRows.flatMap(({ resource, action }) => {
    if (!('call' in action)) return []
    const row = rowOf(resource)
    const given = action.sendAll ? action.sendAll([row]) : (action.send?.(row) ?? { id: row.id })
    return action.call.input.safeParse(given).success ? [] : [`${resource.name}.${action.name}`]
  })
  expect(refused).toEqual([])
})

test('an action changes fields that may be written', () => {
  const wrong = ofRows.flatMap(({ resource, action }) =>
    'change' in action
      ? Object.keys(action.change(rowOf(resource))).filter((name) => resource.fields[name]?.write === 'never')
      : [],
  )
  expect(wrong).toEqual([])
})

test('every action has its words in both languages', () => {
  const circumstances = { userId: '7', below: 1 }
  const spoken = ofRows.flatMap(({ resource, action }) => {
    const row = rowOf(resource)
    const { label, right, unless, confirm, done } = action as ActionOfRow<object>
    return [label, right, unless?.(row, circumstances), confirm?.title, confirm?.text(row, 2), done?.(row, 2)]
  })
  const said = [...spoken, ...ofLists.flatMap(({ action }) => [action.label, action.right])].filter(
    (words) => words != null,
  )
  expect(said.filter((words) => words.length !== 2 || words.some((text) => text.trim() === ''))).toEqual([])
})

test('the names of actions are unique in their resource, and none is an action of CRUD', () => {
  const doubled = resources.flatMap(({ name, actions, rowActions = [], listActions = [] }) => {
    const names: string[] = [...actions, ...[...rowActions, ...listActions].map((action) => action.name)]
    return names.filter((one, at) => names.indexOf(one) !== at).map((one) => `${name}.${one}`)
  })
  expect(doubled).toEqual([])
})

test('the button of a right is called after its action, and belongs to whom the screen says', () => {
  const buttonsOf = (name: string) =>
    SCREENS.flatMap(({ screens }) => screens).find((screen) => screen.name === name)!.buttons!
  expect(buttonsOf('AdminSession').at(-1)).toMatchObject({ key: 'session:kick', title: ['强制下线', 'End session'] })
  const fault = buttonsOf('FaultDevice').find(({ key }) => key === 'fault:ack')!
  expect(fault.title).toEqual(['接手故障', 'Take fault'])
  expect(fault.for!.length).toBeGreaterThan(0)
  // A change needs the right to edit, and an address of another area the right there: neither is a button of its own.
  const users = buttonsOf('AdminUser').map(({ key }) => key)
  expect(users.slice(5)).toEqual(['user:assignRole', 'user:resetPwd', 'user:resetTotp'])
})

test('a department stays while somebody or something is in it, and while others are below it', () => {
  const why = (row: object, below = 0) =>
    (departmentResource as Resource).whyKept!(
      { id: '1', parentId: '2', userCount: 0, deviceCount: 0, ...row },
      {
        userId: '5',
        below,
      },
    )?.[1] ?? null
  expect([why({}), why({}, 1), why({ deviceCount: 1 }), why({ userCount: 1 }), why({ parentId: null })]).toEqual([
    null,
    'Delete the departments below first',
    'It still has users or devices and cannot be deleted',
    'It still has users or devices and cannot be deleted',
    'The top department cannot be deleted',
  ])
})

test('users cannot disable, reset or delete their own account', () => {
  const about = (id: string) => {
    const row = { ...rowOf(userResource), id }
    const { rowActions = [], whyKept } = userResource as Resource
    const reasons = rowActions.filter(({ unless }) => unless?.(row, { userId: '5', below: 0 })).map(({ name }) => name)
    return [...reasons, ...(whyKept!(row, { userId: '5', below: 0 }) ? ['del'] : [])]
  }
  expect(about('5')).toEqual(['reset', 'totp', 'disable', 'enable', 'del'])
  expect(about('6')).toEqual([])
})

test('an action names fields of its rows only', () => {
  expectTypeOf<RowActionName<typeof sessionResource>>().toEqualTypeOf<'kick'>()
  expectTypeOf<ListActionName<typeof sessionResource>>().toBeNever()
  const parts = {
    name: 'thing',
    names: { many: ['物', 'Things'], one: ['物', 'thing'] },
    service: 'device',
    path: 'thing',
    table: 'thing',
    permission: 'thing',
    scope: 'none',
    display: 'label',
    fields: { label: { kind: 'text', required: true } },
    list: { columns: ['label'] },
    actions: [],
  } as const
  const made = [
    () => defineResource({ ...parts, rowActions: [{ name: 'go', label: ['', ''], to: ({ label }) => label }] }),
    // @ts-expect-error no field has this name
    () => defineResource({ ...parts, rowActions: [{ name: 'go', label: ['', ''], to: ({ phone }) => phone }] }),
    // @ts-expect-error no field has this name
    () => defineResource({ ...parts, whyKept: ({ phone }) => (phone ? null : ['', '']) }),
    // @ts-expect-error nothing happens
    () => defineResource({ ...parts, rowActions: [{ name: 'go', label: ['', ''] }] }),
  ]
  expect(made).toHaveLength(4)
})

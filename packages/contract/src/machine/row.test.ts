import { expect, expectTypeOf, test } from 'vitest'
import type { FaultRow, faultResource } from '../fault/fault.resource.ts'
import type { roleResource } from '../identity/role.resource.ts'
import type { OnlineSession, sessionResource } from '../identity/online.operations.ts'
import type { UserRow, userResource } from '../identity/user.resource.ts'
import type { CommandRow } from '../command/command.resource.ts'
import type { commandRowSchema } from '../command/command.operations.ts'
import type { z } from 'zod'
import { typed } from './field.ts'
import { defineResource, type GivenValues, type InsertValues, type ListedRow, type UpdateValues } from './resource.ts'

test('a row has the types of its fields, and beside a reference the name of what it points at', () => {
  expectTypeOf<FaultRow['id']>().toEqualTypeOf<string>()
  expectTypeOf<FaultRow['version']>().toEqualTypeOf<number>()
  expectTypeOf<FaultRow['count']>().toEqualTypeOf<number>()
  expectTypeOf<FaultRow['clearTime']>().toEqualTypeOf<string | null>()
  expectTypeOf<FaultRow['conditionState']>().toEqualTypeOf<'ACTIVE' | 'CLEARED'>()
  expectTypeOf<FaultRow['deptIdName']>().toEqualTypeOf<string | null>()
  expectTypeOf<ListedRow<typeof faultResource>>().toEqualTypeOf<FaultRow>()
  expectTypeOf<FaultRow>().not.toHaveProperty('counted')
})

test('a password is never answered; structured values say what they hold', () => {
  expectTypeOf<UserRow>().not.toHaveProperty('password')
  expectTypeOf<UserRow['roleNames']>().toEqualTypeOf<readonly string[]>()
  expectTypeOf<ListedRow<typeof roleResource>['customDepts']>().toEqualTypeOf<string[] | null>()
  expect(typed<string>()).toBeUndefined()
})

test('what travels to be written: required fields are demanded, those of the server are refused', () => {
  type Insert = InsertValues<typeof userResource>
  expectTypeOf<{
    username: string
    nickName: string
    deptId: string
    password: string
    status: 'NORMAL'
  }>().toExtend<Insert>()
  expectTypeOf<{ nickName: string }>().not.toExtend<Insert>()
  expectTypeOf<Insert>().not.toHaveProperty('roleNames')
  type Update = UpdateValues<typeof userResource>
  expectTypeOf<{ id: string; version: number; phone: null }>().toExtend<Update>()
  expectTypeOf<{ id: string; version: number; nickName: null }>().not.toExtend<Update>()
  expectTypeOf<Update>().not.toHaveProperty('username')
  expectTypeOf<GivenValues<typeof userResource>['deptId']>().toEqualTypeOf<string | null | undefined>()
})

test('rows that an operation answers are of its schema', () => {
  expectTypeOf<ListedRow<typeof sessionResource>>().toEqualTypeOf<OnlineSession>()
  expectTypeOf<CommandRow>().toExtend<z.output<typeof commandRowSchema>>()
})

test('a descriptor names only what it has', () => {
  const parts = {
    name: 'thing',
    names: { many: ['物', 'Things'], one: ['物', 'thing'] },
    service: 'device',
    path: 'thing',
    table: 'thing',
    permission: 'thing',
    scope: 'none',
    fields: { name: { kind: 'text', required: true }, secret: { kind: 'password' } },
    actions: [],
  } as const
  expect(defineResource({ ...parts, display: 'name', list: { columns: ['name'] } }).name).toBe('thing')
  // @ts-expect-error no field has this name
  defineResource({ ...parts, display: 'nmae', list: { columns: ['name'] } })
  // @ts-expect-error no field has this name
  defineResource({ ...parts, display: 'name', list: { columns: ['name'], filters: ['nmae'] } })
  // @ts-expect-error what is never answered is no column
  defineResource({ ...parts, display: 'name', list: { columns: ['secret'] } })
})

import { faultResource, type userResource } from '@sluice/contract'
import { expect, expectTypeOf, test } from 'vitest'
import type { Api } from '../http/mount-operation.ts'
import { mountResource } from './mount-resource.ts'
import type { Computed, ResourceChange, ResourceHooks, ResourceOptions } from './resource-change.ts'

type UserChange = ResourceChange<typeof userResource>

test('a hook sees the fields of its resource, with their types', () => {
  expectTypeOf<NonNullable<UserChange['before']>['nickName']>().toEqualTypeOf<string>()
  expectTypeOf<UserChange['values']['deptId']>().toEqualTypeOf<string | null | undefined>()
  expectTypeOf<UserChange['values']>().not.toHaveProperty('roleNames')
  const hooks: ResourceHooks<typeof userResource> = {
    beforeWrite({ values, before }) {
      values.nickName ??= before?.username
      // @ts-expect-error no field has this name
      values.nickname = ''
      // @ts-expect-error no field has this name
      return before?.nickname
    },
  }
  expect(hooks.beforeWrite).toBeTypeOf('function')
})

test('what is mounted names fields of its resource only', () => {
  const computed: Computed<typeof faultResource> = { version: '0', deviceName: 'd.name' }
  // @ts-expect-error no field has this name
  const wrong: Computed<typeof faultResource> = { devName: 'd.name' }
  // @ts-expect-error no field has this name
  const slow: ResourceOptions<typeof faultResource> = { access: { devName: {} } }
  const mount = (api: Api) => [
    mountResource(api, faultResource, { computed }),
    // @ts-expect-error no field has this name
    mountResource(api, faultResource, { computed: { devName: 'd.name' } }),
    // @ts-expect-error hooks of users say nothing of faults
    mountResource(api, faultResource, { beforeWrite: ({ values }: UserChange) => void values.nickName }),
  ]
  expect([mount, wrong, slow]).toHaveLength(3)
})

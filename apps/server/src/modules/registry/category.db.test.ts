import { categoryResource, productResource } from '@sluice/contract'
import { makeDept, makePerson, startTestPlatform, type TestPlatform } from '@sluice/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'

let test: TestPlatform
beforeAll(async () => {
  test = await startTestPlatform()
})
afterAll(() => test?.stop())

it('categories are a tree that products are found in, for everyone to see and few to change', async () => {
  const [one, other] = (await test.admin.page(productResource, { limit: 2 })).list
  const top = await test.admin.insert(categoryResource, { name: '阀门', code: 'V' })
  const id = await test.admin.insert(categoryResource, {
    name: '电动',
    code: 'V-E',
    parentId: top,
    productIds: [one!.id],
  })
  const found = async (productIds: string) =>
    (await test.admin.page(categoryResource, { productIds })).list.map((row) => row['code'])
  // The way to what was found is shown with it.
  expect(await found(one!.id)).toContain('V-E')
  expect(await found(other!.id)).toEqual([])
  await expect(test.admin.update(categoryResource, top, { parentId: id })).rejects.toMatchObject({
    key: 'parent-is-descendant',
  })
  await expect(test.admin.insert(categoryResource, { name: 'x', code: 'V' })).rejects.toMatchObject({
    fields: { code: 'taken' },
  })
  await expect(
    test.admin.insert(categoryResource, { name: 'x', code: 'X', productIds: ['999999'] }),
  ).rejects.toMatchObject({ fields: { productIds: 'not-found' } })
  const reader = await makePerson(test.admin, test.db, { deptId: '1', keys: ['category:list'] })
  expect((await reader.page(categoryResource)).total).toBe(2)
  await expect(reader.insert(categoryResource, { name: 'y', code: 'Y' })).rejects.toMatchObject({ code: 403 })
  // They are everybody's: a right alone is not enough for who sees one department.
  const deptId = await makeDept(test.admin, 'one of many')
  const local = await makePerson(test.admin, test.db, {
    deptId,
    keys: ['category:list', 'category:add', 'category:del'],
  })
  await expect(local.insert(categoryResource, { name: 'y', code: 'Y' })).rejects.toMatchObject({ code: 403 })
  await expect(local.remove(categoryResource, id)).rejects.toMatchObject({ code: 403 })
})

import { RESOURCE_TYPES } from '@sluice/contract'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeLanguage, startTexts } from '../../lib/text.ts'
import { entryTitle } from './entry-title.ts'

const seed = readFileSync(resolve(import.meta.dirname, '../../../../server/src/modules/identity/menu.ts'), 'utf8')
const buttons = [...seed.matchAll(/\{ key: '([\w:]+)', title: '([^']+)'/g)].map(([, key, title]) => ({
  type: RESOURCE_TYPES.BUTTON,
  name: '',
  permission: key!,
  title: title!,
}))

beforeAll(() => startTexts('en-US'))
afterAll(() => changeLanguage('zh-CN', 'keep'))

test('every right that can be granted has words in English', () => {
  expect(buttons.length).toBeGreaterThan(40)
  const chinese = buttons.filter((one) => /\p{Script=Han}/u.test(entryTitle(one))).map(({ permission }) => permission)
  expect(chinese).toEqual([])
})

test("an operator's own entries keep his words, and Chinese readers see what is stored", async () => {
  const own = { type: RESOURCE_TYPES.BUTTON, name: '', permission: 'pump:flush', title: '冲洗' }
  expect(entryTitle(own)).toBe('冲洗')
  expect(entryTitle({ ...own, permission: 'user:add' })).toBe('Add user')
  await changeLanguage('zh-CN', 'keep')
  expect(entryTitle({ ...own, permission: 'user:add' })).toBe('冲洗')
})

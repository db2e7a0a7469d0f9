import type { MenuRoute } from '@sluice/contract'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { dictEntries, forgetDictionary } from './dictionary.ts'
import { menuTitle } from './menu-title.ts'
import { readAgainInLanguage } from '../api/query.ts'
import { useSession } from '../access/session.ts'
import { changeLanguage, startTexts, whenLanguageChanges } from './text.ts'

const route = (name: string, title: string, own: boolean, children: MenuRoute[] = []): MenuRoute => ({
  path: name,
  name,
  component: 'Layout',
  hidden: false,
  alwaysShow: false,
  meta: { title, ...(own ? { own } : {}) },
  children,
})

beforeAll(() => startTexts('zh-CN'))
afterEach(async () => {
  vi.unstubAllGlobals()
  forgetDictionary()
  await changeLanguage('zh-CN', 'keep')
})

test('a loaded menu follows the language; a title that an operator changed stays', async () => {
  const menu = [route('Device', '设备', false, [route('DeviceIndex', '我的设备', true)]), route('Own', '泵房', false)]
  useSession.setState({ menu })
  const titles = () => [menuTitle('Device', '设备'), menuTitle('DeviceIndex', '我的设备'), menuTitle('Own', '泵房')]
  expect(titles()).toEqual(['设备', '我的设备', '泵房'])
  await changeLanguage('en-US', 'keep')
  expect(titles()).toEqual(['Devices', '我的设备', '泵房'])
})

test('another language has everything read again that was answered in the one before', async () => {
  const client = new QueryClient()
  await client.prefetchQuery({ queryKey: ['page', 'role'], queryFn: () => 'rows', staleTime: Number.POSITIVE_INFINITY })
  const asked: (string | null)[] = []
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Record<string, string> }) => {
    asked.push(headers['accept-language'] ?? null)
    return Response.json({ code: 0, message: 'ok', data: [] })
  })
  await dictEntries('sex')
  await dictEntries('sex')
  whenLanguageChanges(() => readAgainInLanguage(client))
  await changeLanguage('en-US', 'keep')
  expect(client.getQueryState(['page', 'role'])?.isInvalidated).toBe(true)
  await dictEntries('sex')
  expect(asked).toEqual(['zh-CN', 'en-US'])
})

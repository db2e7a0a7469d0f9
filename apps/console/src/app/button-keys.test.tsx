import * as contract from '@sluice/contract'
import { type Field, type Resource, resourcePath } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { forgetDictionary } from '../lib/text/dictionary.ts'
import { queryClient } from '../lib/api/query.ts'
import { clearSession, setSession } from '../lib/access/session.ts'
import { startTexts } from '../lib/text/text.ts'
import { SCREEN_COMPONENTS } from './screens.ts'

/** The buttons of each screen, by the permission key without which they are absent (PM-1, PM-7, AD-10). */
const OFFERED: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'admin/user': {
    'user:add': ['从表格导入', '导入', '新增', '新增用户'],
    'user:edit': ['修改', '停用'],
    'user:del': ['删除'],
    'user:export': ['导出'],
    'user:import': ['从表格导入', '导入'],
    'user:assignRole': ['分配角色'],
    'user:resetPwd': ['重置密码'],
    'user:resetTotp': ['重置两步验证'],
    'permission:explain': ['权限诊断'],
  },
  'admin/dept': {
    'dept:add': ['从表格导入', '导入', '新增', '新增下级', '新增部门'],
    'dept:edit': ['修改'],
    'dept:del': ['删除'],
    'dept:export': ['导出'],
    'dept:import': ['从表格导入', '导入'],
  },
  'admin/role': {
    'role:add': ['新增', '新增角色'],
    'role:edit': ['修改'],
    'role:del': ['删除'],
    'role:export': ['导出'],
  },
  'admin/resource': { 'resource:add': ['新增', '新增下级'], 'resource:edit': ['修改'], 'resource:del': ['删除'] },
  'admin/dict': { 'dict:add': ['新增', '新增字典类型'], 'dict:edit': ['修改'], 'dict:del': ['删除'] },
  'admin/site': { 'site:add': ['新增', '新增域名'], 'site:edit': ['修改'], 'site:del': ['删除'] },
  'admin/session': { 'session:kick': ['强制下线'], 'session:export': ['导出'] },
  'admin/api-key': { 'apiKey:add': ['新增密钥'], 'apiKey:del': ['吊销'] },
  // Without the key the whole list is absent.
  'profile/index': { 'apiKey:own': ['吊销', '导出', '新增密钥'] },
  'device/index': {
    'device:add': ['从表格导入', '导入', '新增', '新增设备'],
    'device:edit': ['修改', '批量修改'],
    'device:del': ['删除'],
    'device:export': ['导出'],
    'device:import': ['从表格导入', '导入'],
  },
  'device/unknown': { 'device:add': ['接入'], 'unknownStation:export': ['导出'] },
  'product/index': { 'product:export': ['导出'] },
  'configuration/alarm': {
    'alarmLimit:add': ['应用到…', '新增', '新增报警限值'],
    'alarmLimit:edit': ['修改', '恢复默认'],
    'alarmLimit:del': ['删除'],
    'alarmLimit:export': ['导出'],
  },
  'fault/fault-device': { 'fault:ack': ['备注', '开始处理', '接手'], 'fault:export': ['导出'] },
}

const resources = (Object.values(contract) as unknown[]).filter(
  (value): value is Resource => typeof value === 'object' && value !== null && 'fields' in value && 'actions' in value,
)

function sampleOf(field: Field): unknown {
  switch (field.kind) {
    case 'integer':
    case 'decimal':
      return 1
    case 'boolean':
      return false
    case 'enum':
      return field.values[0]
    case 'time':
      return '2026-08-03T01:00:00Z'
    case 'ref':
      return '1'
    case 'refs':
    case 'enums':
      return []
    case 'json':
      return field.required ? ['x'] : null
    default:
      return 'x'
  }
}

/** A row as the server sends it, with a value in every field. */
function rowOf({ fields }: Resource): Record<string, unknown> {
  const values = Object.entries(fields).map(([name, field]) => [name, sampleOf(field)])
  return {
    id: '7',
    version: 0,
    ...Object.fromEntries(values),
    parentId: '1',
    builtin: false,
    userCount: 0,
    deviceCount: 0,
  }
}

function answer(path: string): unknown {
  const resource = resources.find((one) => resourcePath(one, 'page') === path)
  if (path.endsWith('/preference/get')) return null
  if (path.endsWith('/treeList')) {
    const entry = {
      parentId: null,
      title: 'x',
      permission: null,
      routePath: '/x',
      component: null,
      icon: null,
      name: 'x',
    }
    const flags = {
      sort: 0,
      hidden: false,
      cache: true,
      external: false,
      status: 'NORMAL',
      affix: false,
      builtin: false,
    }
    return [{ id: '7', type: '1', ...entry, ...flags }]
  }
  if (resource) return { list: [rowOf(resource)], total: 1, page: 1, limit: 20 }
  return []
}

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname } = new URL(url, 'http://here')
    return Response.json({ code: 0, message: '', data: answer(pathname) })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  forgetDictionary()
  clearSession()
  vi.unstubAllGlobals()
})

/** A screen's code is loaded when it first opens, which is slow on a busy machine. */
const LOADED = { timeout: 90_000 }
const MORE = /的更多操作$/
/** The buttons of every list, for all users who may see it. */
const OF_LISTS = /^(列与视图|刷新|查询|重置|.*的列宽，.*)?$/
const wordsOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent

const PERSON = {
  id: '1',
  username: 'u',
  nickName: 'u',
  avatarPath: null,
  logo: null,
  webName: null,
  deptId: '1',
  deptName: '处',
  introduction: null,
  roles: [],
  mustChangePwd: false,
  token: 't',
  timeZone: 'Asia/Shanghai',
}

/** Opens a screen for a user with these keys; returns a function that lists the buttons for given keys. */
async function open(name: string, keys: readonly string[]) {
  const Screen = SCREEN_COMPONENTS[name]!
  setSession({ ...PERSON, resources: [...keys] }, [])
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/?typeId=7']}>
        <Suspense>
          <Screen />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await waitFor(() => {
    expect(document.querySelector('tr[data-row-key], .profile')).not.toBeNull()
    expect(document.querySelector('[aria-busy="true"], .wait')).toBeNull()
  }, LOADED)
  /** Buttons, and the entries of their menus. */
  return async (held: readonly string[]): Promise<Set<string>> => {
    // PM-6: the screen follows a change of the keys.
    await act(async () => setSession({ ...PERSON, resources: [...held] }, []))
    const words = [...document.querySelectorAll('button')].map((button) => wordsOf(button) ?? '')
    const found = new Set(words.filter((word) => !MORE.test(word)))
    for (const more of screen.queryAllByRole('button', { name: MORE })) {
      fireEvent.click(more)
      for (const item of screen.queryAllByRole('menuitem')) found.add(item.textContent ?? '')
      fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
    }
    return found
  }
}

test.each(Object.keys(OFFERED))(
  'PM-1, PM-6, PM-7 %s offers each action to users who hold its key, and to no others',
  async (name) => {
    const table = OFFERED[name]!
    const keys = Object.keys(table)
    const offeredTo = await open(name, keys)
    const all = await offeredTo(keys)
    const missing: Record<string, string[]> = {}
    for (const key of keys) {
      const others = await offeredTo(keys.filter((one) => one !== key))
      missing[key] = [...all].filter((word) => !others.has(word) && !OF_LISTS.test(word)).sort()
    }
    expect(missing).toEqual(table)
  },
)

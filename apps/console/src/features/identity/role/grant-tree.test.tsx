import { RESOURCE_TYPES, type ResourceNode } from '@sluice/contract'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startTexts } from '../../../lib/text/text.ts'
import { GrantTree } from './grant-tree.tsx'

const node = (id: string, type: keyof typeof RESOURCE_TYPES, children?: ResourceNode[]) =>
  ({ id, title: id, name: id, type: RESOURCE_TYPES[type], permission: null, children }) as unknown as ResourceNode

const TREE = [
  node('设备', 'DIR', [
    node('设备列表', 'MENU', [node('新增设备', 'BUTTON'), node('删除设备', 'BUTTON')]),
    node('产品', 'MENU', [node('新增产品', 'BUTTON')]),
  ]),
  node('日志', 'DIR', [node('登录日志', 'MENU')]),
]

beforeAll(() => startTexts('zh-CN'))
afterEach(cleanup)

let granted: readonly string[] = []

function Held({ begin }: { begin: readonly string[] }) {
  const [value, setValue] = useState(begin)
  const change = (ids: readonly string[]) => {
    granted = ids
    setValue(ids)
  }
  return <GrantTree nodes={TREE} value={value} onChange={change} />
}

const line = (name: string) => screen.getByTitle(name).closest('.ant-tree-treenode')!
const box = (name: string) => line(name).querySelector('[role="checkbox"], .ant-tree-checkbox')!
const stateOf = (name: string) => {
  const { classList } = box(name)
  if (classList.contains('ant-tree-checkbox-indeterminate')) return 'half'
  return classList.contains('ant-tree-checkbox-checked') ? 'all' : 'none'
}

async function open(begin: readonly string[]) {
  render(<Held begin={begin} />)
  const user = userEvent.setup()
  for (const name of ['设备列表', '产品']) await user.click(line(name).querySelector('.ant-tree-switcher')!)
  return user
}

test('AD-5 (part) a screen granted without its buttons is half-checked, and stays so when another is checked', async () => {
  const user = await open(['设备', '设备列表'])
  expect(['设备', '设备列表', '新增设备', '产品'].map(stateOf)).toEqual(['half', 'half', 'none', 'none'])
  await user.click(box('登录日志'))
  expect([...granted].toSorted()).toEqual(['设备', '设备列表', '日志', '登录日志'].toSorted())
})

test('AD-5 (part) a button brings the screen and the folder above it, half-checked', async () => {
  const user = await open([])
  await user.click(box('新增设备'))
  expect([...granted].toSorted()).toEqual(['设备', '设备列表', '新增设备'].toSorted())
  expect(['设备', '设备列表', '新增设备', '删除设备'].map(stateOf)).toEqual(['half', 'half', 'all', 'none'])
})

test('AD-5 (part) removing the last button leaves the screen readable; a second click removes all, folder included', async () => {
  const user = await open(['设备', '产品', '新增产品'])
  await user.click(box('新增产品'))
  expect(granted).toEqual(['设备', '产品'])
  await user.click(box('产品'))
  expect(['产品', '新增产品'].map(stateOf)).toEqual(['all', 'all'])
  await user.click(box('产品'))
  expect(granted).toEqual([])
})

test('AD-5 (part) a folder checks and unchecks everything below it; grants not in the tree are kept', async () => {
  const user = await open(['elsewhere', '日志', '登录日志'])
  await user.click(box('设备'))
  expect(['设备', '设备列表', '删除设备', '新增产品'].map(stateOf)).toEqual(['all', 'all', 'all', 'all'])
  await user.click(box('设备'))
  expect([...granted].toSorted()).toEqual(['elsewhere', '日志', '登录日志'].toSorted())
})

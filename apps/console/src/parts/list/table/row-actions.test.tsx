import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '../../../lib/text/text.ts'
import { RowActions } from './row-actions.tsx'

beforeAll(() => startTexts('zh-CN'))
afterEach(cleanup)

test('an action that cannot be done says why, beside the row and in its menu', async () => {
  const remove = vi.fn<() => void>()
  const edit = vi.fn<() => void>()
  render(
    <RowActions
      subject="管理员"
      actions={[
        { key: 'roles', label: '分配角色', because: '没有可分配的角色', onClick: remove },
        { key: 'reset', label: '重置密码', onClick: edit },
        { key: 'switch', label: '停用', onClick: edit },
        { key: 'del', label: '删除', danger: true, because: '不能删除自己', onClick: remove },
      ]}
    />,
  )
  expect(screen.getByRole('button', { name: '分配角色' }).title).toBe('没有可分配的角色')
  await userEvent.click(screen.getByRole('button', { name: /更多/ }))
  const menu = within(screen.getByRole('menu'))
  const gone = menu.getByRole<HTMLButtonElement>('menuitem', { name: /删除/ })
  expect(gone.textContent).toBe('删除不能删除自己')
  expect(gone.disabled).toBe(true)
  await userEvent.click(gone)
  expect(remove).not.toHaveBeenCalled()
  await userEvent.click(menu.getByRole('menuitem', { name: '停用' }))
  expect(edit).toHaveBeenCalledTimes(1)
})

test('with little room several actions are one menu, and a single one stays visible', async () => {
  const control = vi.fn<() => void>()
  const actions = [
    { key: 'control', label: '控制', onClick: control },
    { key: 'history', label: '历史', onClick: vi.fn<() => void>() },
  ]
  const { rerender } = render(<RowActions folded subject="1#阀" actions={actions} />)
  expect(screen.queryByRole('button', { name: '控制' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /更多/ }))
  const items = within(screen.getByRole('menu')).getAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual(['控制', '历史'])
  await userEvent.click(items[0]!)
  expect(control).toHaveBeenCalledTimes(1)
  rerender(<RowActions folded subject="1#阀" actions={actions.slice(0, 1)} />)
  expect(screen.getByRole('button', { name: '控制' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /更多/ })).toBeNull()
})

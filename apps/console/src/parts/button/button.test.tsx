import { cleanup, render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { Button, ButtonLink } from './button.tsx'

afterEach(cleanup)

test('a button can be focused through its ref', () => {
  const cancel = createRef<HTMLButtonElement>()
  render(<Button ref={cancel}>取消</Button>)
  cancel.current?.focus()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '取消' }))
})

test('a busy button says so and cannot be pressed; a disabled one is not busy', () => {
  render(
    <>
      <Button busy>保存</Button>
      <Button disabled>删除</Button>
    </>,
  )
  const [save, remove] = screen.getAllByRole<HTMLButtonElement>('button')
  expect([save?.disabled, save?.getAttribute('aria-busy')]).toEqual([true, 'true'])
  expect([remove?.disabled, remove?.getAttribute('aria-busy')]).toEqual([true, null])
})

test('a link that looks like a button is a link', () => {
  render(
    <MemoryRouter>
      <ButtonLink kind="theme" to="/login">
        去登录
      </ButtonLink>
    </MemoryRouter>,
  )
  const link = screen.getByRole('link', { name: '去登录' })
  expect([link.getAttribute('href'), link.className]).toEqual(['/login', 'btn btn-theme'])
})

test('only the part uses the class names of buttons', () => {
  const sources = import.meta.glob<string>(['../../**/*.tsx', '!../../**/*.test.tsx'], {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  expect(Object.keys(sources).length).toBeGreaterThan(200)
  const drawn = Object.entries(sources).filter(
    ([path, text]) => path !== './button.tsx' && /['"`\s]btn[\s'"`-]/.test(text),
  )
  expect(drawn.map(([path]) => path)).toEqual([])
})

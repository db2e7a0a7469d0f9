import { type Resource, roleResource } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { queryClient } from '../../../lib/api/query.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { SearchForm } from './search-form.tsx'

const WIDE = window.innerWidth

function resize(width: number): void {
  Object.assign(window, { innerWidth: width })
  fireEvent(window, new Event('resize'))
}

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => resize(390))
afterEach(() => {
  cleanup()
  resize(WIDE)
})

const open = (filters: Record<string, string> = {}) =>
  render(
    <QueryClientProvider client={queryClient}>
      <SearchForm resource={roleResource as Resource} filters={filters} omit={[]} onSearch={() => {}} />
    </QueryClientProvider>,
  )

test('a phone shows the first field and folds the others, so that the first rows are visible', () => {
  open()
  expect(screen.getByLabelText('关键字')).toBeTruthy()
  expect(screen.queryByLabelText('状态')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '展开' }))
  expect(screen.getByLabelText('状态')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '收起' }))
  expect(screen.queryByLabelText('状态')).toBeNull()
})

test('a field with a value is never folded by default', () => {
  open({ status: 'DISABLED' })
  expect(screen.getByLabelText('状态')).toBeTruthy()
})

test('a desktop shows both fields', () => {
  resize(1440)
  open()
  expect(screen.getByLabelText('状态')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /展开|收起/ })).toBeNull()
})

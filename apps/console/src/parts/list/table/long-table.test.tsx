import { departmentResource } from '@sluice/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../../lib/access/session.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { ListPage } from '../list-page.tsx'

const COUNT = 1200
const LIMIT = 100
const ROW_PX = 40

/** One root with 1199 children; the position of the table's body decides which rows are visible. */
const departments = Array.from({ length: COUNT }, (_, at) => ({
  id: String(at + 1),
  version: 0,
  name: `站 ${at + 1}`,
  kind: 'CUSTOMER',
  sort: at,
  status: 'NORMAL',
  ...(at > 0 ? { parentId: '1' } : {}),
}))

let scrolled = 0
beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  scrolled = 0
  useSession.setState({ phase: 'ready', token: 't', roles: ['dept:list', 'dept:del', 'dept:edit'] })
  vi.stubGlobal('fetch', (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://here')
    const page = Number(searchParams.get('page'))
    const list = departments.slice((page - 1) * LIMIT, page * LIMIT)
    const data = pathname.endsWith('/dept/page') ? { list, total: COUNT, page, limit: LIMIT } : null
    return Promise.resolve(Response.json({ code: 0, message: '', data }))
  })
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(ROW_PX)
  vi.spyOn(HTMLTableSectionElement.prototype, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(0, 200 - scrolled, 1000, COUNT * ROW_PX),
  )
  vi.stubGlobal('scrollBy', ({ top }: { top: number }) => scrollTo(scrolled + top))
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function scrollTo(px: number) {
  scrolled = px
  fireEvent.scroll(document)
}

const drawn = () => document.querySelectorAll<HTMLElement>('tbody tr[data-row-key]:not(.row-space)')
const nameAt = (name: string) => screen.queryByText(name)

async function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <ListPage resource={departmentResource} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText('站 1')
  return userEvent.setup()
}

test('a long tree draws the visible rows and tells screen readers its length', async () => {
  await open()
  expect(drawn().length).toBeLessThan(70)
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe(String(COUNT + 1))
  const spaces = [...document.querySelectorAll<HTMLElement>('.row-space')]
  const keptPx = spaces.reduce((sum, { style }) => sum + Number.parseFloat(style.height), 0)
  expect(keptPx + drawn().length * ROW_PX).toBe(COUNT * ROW_PX)

  scrollTo(600 * ROW_PX)
  await waitFor(() => expect(nameAt('站 600')).not.toBeNull())
  expect(nameAt('站 300')).toBeNull()
  expect(drawn().length).toBeLessThan(70)
  expect(nameAt('站 600')!.closest('tr')!.getAttribute('aria-rowindex')).toBe('601')
})

test('the keys reach rows that are not drawn yet, and scrolling never loses the focus', async () => {
  const user = await open()
  const first = nameAt('站 1')!.closest('tr')!
  first.focus()
  await user.keyboard('{End}')
  await waitFor(() => expect(document.activeElement?.textContent).toContain(`站 ${COUNT}`))
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement?.textContent).toContain(`站 ${COUNT - 1}`)
  scrollTo(0)
  await waitFor(() => expect(nameAt('站 2')).not.toBeNull())
  expect(document.activeElement?.textContent).toContain(`站 ${COUNT - 1}`)
  await user.keyboard('{Home}')
  await waitFor(() => expect(document.activeElement?.textContent).toContain('站 1'))
})

test('select-all selects every row, and a selected row out of view stays selected', async () => {
  const user = await open()
  await user.click(screen.getByLabelText('选择站 3'))
  scrollTo(600 * ROW_PX)
  await waitFor(() => expect(nameAt('站 600')).not.toBeNull())
  await user.click(screen.getByLabelText('选择站 600'))
  expect(screen.getByText('已选 2 条')).toBeTruthy()
  await user.click(screen.getAllByLabelText('全选本页')[0]!)
  // The root cannot be deleted, so it is not selected.
  expect(screen.getByText(`已选 ${COUNT - 1} 条`)).toBeTruthy()
})

test('closing a branch hides the rows below it', async () => {
  const user = await open()
  await user.click(screen.getByLabelText('收起站 1的下级'))
  expect(nameAt('站 2')).toBeNull()
  await user.click(screen.getByLabelText('展开站 1的下级'))
  expect(nameAt('站 2')).not.toBeNull()
})

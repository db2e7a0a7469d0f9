import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useMemo, useRef, useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '../../lib/text.ts'
import { LongTable } from './long-table.tsx'

const COUNT = 100
const ROW_PX = 40

interface Valve {
  id: string
  opening: number
}

let scrolled = 0
let drawnCells: string[] = []
beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  scrolled = 0
  drawnCells = []
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

const VALVES = Array.from({ length: COUNT }, (_, at): Valve => ({ id: String(at + 1), opening: 0 }))
const opened: string[] = []

function Screen() {
  const place = useRef<HTMLDivElement>(null)
  const [rows, setRows] = useState<readonly Valve[]>(VALVES)
  const [selected, setSelected] = useState<readonly string[]>([])
  const report = () => setRows(rows.map((row) => (row.id === '3' ? { id: '3', opening: 42 } : row)))
  const columns = useMemo(
    () => [
      {
        key: 'name',
        title: '名称',
        render: (_value: unknown, { id, opening }: Valve) => {
          drawnCells.push(id)
          return `阀 ${id}：${opening} %`
        },
      },
    ],
    [],
  )
  return (
    <div ref={place} className="list-table">
      <p>已选 {selected.length}</p>
      <button type="button" onClick={report}>
        上报
      </button>
      <LongTable<Valve>
        label="阀门"
        rows={rows}
        columns={columns}
        nameOf={({ id }) => `阀 ${id}`}
        selected={selected}
        onSelect={setSelected}
        onOpen={({ id }) => opened.push(id)}
        empty={null}
        place={place}
      />
    </div>
  )
}

const drawn = () => document.querySelectorAll<HTMLElement>('tbody tr[data-row-key]:not(.row-space)')

test('a page of a hundred rows draws those in sight and says how many there are', async () => {
  render(<Screen />)
  expect(drawn().length).toBeLessThan(70)
  expect(document.querySelector('table')?.getAttribute('aria-rowcount')).toBe(String(COUNT + 1))
  scrollTo(90 * ROW_PX)
  const last = await screen.findByText('阀 100：0 %')
  expect(last.closest('tr')!.getAttribute('aria-rowindex')).toBe('101')
  expect(screen.queryByText('阀 30：0 %')).toBeNull()
})

test('a report draws the cells of its own row again and no others; scrolling draws only what comes into sight', async () => {
  render(<Screen />)
  drawnCells = []
  fireEvent.click(screen.getByText('上报'))
  await screen.findByText('阀 3：42 %')
  expect(new Set(drawnCells)).toEqual(new Set(['3']))
  const before = new Set([...drawn()].map((row) => row.dataset['rowKey']!))
  drawnCells = []
  scrollTo(20 * ROW_PX)
  await waitFor(() => expect(drawnCells.length).toBeGreaterThan(0))
  expect(drawnCells.filter((id) => before.has(id))).toEqual([])
})

test('keys walk to rows that are not drawn, choose and open; all means all', async () => {
  const user = userEvent.setup()
  render(<Screen />)
  screen.getByText('阀 1：0 %').closest('tr')!.focus()
  await user.keyboard('{End}')
  await waitFor(() => expect(document.activeElement?.textContent).toContain('阀 100'))
  await user.keyboard(' {Enter}')
  expect(screen.getByText('已选 1')).toBeTruthy()
  expect(opened).toEqual(['100'])
  await user.click(screen.getByRole('checkbox', { name: '全选本页' }))
  expect(screen.getByText(`已选 ${COUNT}`)).toBeTruthy()
})

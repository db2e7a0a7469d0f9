import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/api/query.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { StopsMap, type StopsMapProps } from '../../../parts/stops-map.ts'
import { REPAIR } from '../repair.fixture.ts'
import { DayList } from './day-list.tsx'

const order = (id: string, place: [number, number] | null, more: object = {}) => ({
  ...REPAIR,
  id,
  place,
  deviceIdName: `${id}#阀`,
  level: 2,
  status: 'ACCEPTED',
  ...more,
})

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  const list = [order('3', null), order('2', [116.2, 39]), order('1', [116, 39], { status: 'ON_SITE' })]
  Element.prototype.scrollIntoView ??= () => undefined
  vi.stubGlobal('fetch', async () => Response.json({ code: 0, message: '', data: { list, total: 3 } }))
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

/** A map that is a row of buttons. */
const buttons = ({ stops, chosen, onChoose }: StopsMapProps) => (
  <div data-testid="map">
    {stops.map(({ id, n, name }) => (
      <button key={id} type="button" aria-pressed={id === chosen} onClick={() => onChoose(id)}>
        {`${n} ${name}`}
      </button>
    ))}
  </div>
)

test('the map has the numbers of the list, without orders that have no place; a tap marks the order', async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <StopsMap value={buttons}>
          <DayList userId="5" />
        </StopsMap>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const map = await screen.findByTestId('map')
  expect([...map.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual(['1 1#阀', '2 2#阀'])
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
  fireEvent.click(screen.getByRole('button', { name: '2 2#阀' }))
  expect(document.querySelector('[aria-current]')?.textContent).toContain('2#阀')
  expect(screen.getByRole('button', { name: '2 2#阀' }).getAttribute('aria-pressed')).toBe('true')
})

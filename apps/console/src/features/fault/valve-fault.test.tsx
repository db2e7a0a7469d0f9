import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { queryClient } from '../../lib/api/query.ts'
import { pages, setUpFaults, world } from './fault-list.fixture.tsx'
import ValveFaultScreen from './valve-fault.screen.tsx'

setUpFaults()

test('faults of valves are the list of faults with a type that nobody can take away, under a title of its own', async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/fault/valve-fault?deviceTypeCode=PUMP&level=3']}>
        <ValveFaultScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText('1#阀')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('阀门故障')
  const asked = { deviceTypeCode: 'VALVE', level: '3', conditionState: 'ACTIVE', explained: 'false' }
  expect(pages().at(-1)?.query).toMatchObject(asked)
  // The numbers above count the same.
  const counts = world.asked.filter(({ path, query }) => path.endsWith('/fault/page') && query['limit'] === '1')
  expect(new Set(counts.map(({ query }) => query['deviceTypeCode']))).toEqual(new Set(['VALVE']))
  await userEvent.click(screen.getByRole('button', { name: /^已恢复等确认/ }))
  await waitFor(() => expect(pages().at(-1)?.query).toMatchObject({ conditionState: 'CLEARED' }))
  expect(pages().at(-1)?.query).toMatchObject({ deviceTypeCode: 'VALVE' })
})

import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { t } from '../../lib/text/text.ts'
import { Fetched } from './fetched.tsx'

interface Given {
  data?: unknown
  error?: Error
  isLoading?: boolean
  card?: boolean
}

function drawn({ data, error, isLoading = false, card = false }: Given, empty?: string) {
  const refetch = vi.fn<() => void>()
  const query = { data, error: error ?? null, isLoading, refetch }
  render(
    <Fetched query={query} card={card} empty={empty}>
      {(given) => <p>there: {JSON.stringify(given)}</p>}
    </Fetched>,
  )
  return { refetch }
}

const REASON = new Error('the store is away')

afterEach(cleanup)

test('while loading it draws placeholder blocks; without a request it draws nothing', () => {
  drawn({ isLoading: true })
  expect(screen.getByRole('status', { name: t('state.loading') })).toBeTruthy()
  cleanup()
  drawn({})
  expect(document.body.textContent).toBe('')
  expect(screen.queryByRole('status')).toBeNull()
})

test('a failure shows its reason and can be retried', () => {
  const { refetch } = drawn({ error: REASON })
  expect(screen.getByText(REASON.message)).toBeTruthy()
  screen.getByRole('button', { name: t('action.retry') }).click()
  expect(refetch).toHaveBeenCalledOnce()
})

test('a failed refresh keeps the old answer, says so and can be retried', () => {
  const { refetch } = drawn({ data: 7, error: REASON })
  expect(screen.getByText('there: 7')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toContain(t('state.old'))
  screen.getByRole('button', { name: t('action.retry') }).click()
  expect(refetch).toHaveBeenCalledOnce()
})

test.each([[[]], [{ list: [], total: 0 }]])('an empty answer is drawn by `empty`: %j', (data) => {
  drawn({ data }, 'nothing here')
  expect(document.body.textContent).toBe('nothing here')
  cleanup()
  drawn({ data })
  expect(document.body.textContent).toBe(`there: ${JSON.stringify(data)}`)
})

test.each([[null], [0], [{ list: [1] }], [{}]])('an answer that is not empty is drawn: %j', (data) => {
  drawn({ data }, 'nothing here')
  expect(document.body.textContent).toBe(`there: ${JSON.stringify(data)}`)
})

test('in a card stands what is waited for or failed, never the answer nor nothing', () => {
  const cards = () => document.querySelectorAll('.card').length
  for (const [given, expected] of [
    [{ isLoading: true }, 1],
    [{ error: REASON }, 1],
    [{ data: 7 }, 0],
    [{}, 0],
  ] as const) {
    drawn({ ...given, card: true })
    expect(cards()).toBe(expected)
    cleanup()
  }
})

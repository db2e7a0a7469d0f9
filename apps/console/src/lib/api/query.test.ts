import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { forgetRows, readAgainInLanguage } from './query.ts'

function filled(): QueryClient {
  const client = new QueryClient()
  for (const key of [
    ['page', 'user'],
    ['tree', 'department', 'user'],
    ['page', 'role'],
  ])
    client.setQueryData(key, 1)
  return client
}
const stale = (client: QueryClient) =>
  client
    .getQueryCache()
    .getAll()
    .filter((query) => query.state.isInvalidated)
    .map(({ queryKey }) => queryKey.join('.'))

test('after a change, everything cached of the resource is fetched again, and nothing else', async () => {
  const client = filled()
  await forgetRows(client, 'user')
  expect(stale(client)).toEqual(['page.user', 'tree.department.user'])
})

test('a change of language fetches everything again', () => {
  const client = filled()
  readAgainInLanguage(client)
  expect(stale(client)).toHaveLength(3)
})

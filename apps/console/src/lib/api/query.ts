import { QueryClient } from '@tanstack/react-query'
import { forgetDictionary } from '../text/dictionary.ts'

/** Resources whose rows are dictionary entries. */
const DICTIONARIES = ['dictType', 'dictEntry']

/** Failures are shown in place with a retry button, so there is no automatic retry. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, staleTime: 2_000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Fetches everything again: the server answers its built-in texts in the user's language. */
export function readAgainInLanguage(client: QueryClient = queryClient): void {
  forgetDictionary()
  void client.invalidateQueries()
}

/** After a change: fetches again everything cached of this resource, trees built from it too. */
export async function forgetRows(client: QueryClient, resource: string): Promise<void> {
  // DC-3: after a change no cached dictionary entry is shown.
  if (DICTIONARIES.includes(resource)) forgetDictionary()
  await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(resource) })
}

import { QueryClient } from '@tanstack/react-query'
import { forgetDictionary } from '../text/dictionary.ts'

/** Resources whose rows are the words of dictionaries. */
const DICTIONARIES = ['dictType', 'dictEntry']

/** Failures are shown in place with a retry, so nothing is tried again behind the reader's back. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, staleTime: 2_000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** What the program brings is answered in the language that is read: everything is asked for again. */
export function readAgainInLanguage(client: QueryClient = queryClient): void {
  forgetDictionary()
  void client.invalidateQueries()
}

/** After a change: everything that was read of this resource is read again, trees made of it too. */
export async function forgetRows(client: QueryClient, resource: string): Promise<void> {
  // DC-3: nobody reads the old word after a change.
  if (DICTIONARIES.includes(resource)) forgetDictionary()
  await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(resource) })
}

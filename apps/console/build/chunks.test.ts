import { expect, test } from 'vitest'
import { chunksOf } from './chunks.ts'

const IMPORTS: Record<string, string[]> = {
  'main.tsx': ['lib/api.ts'],
  'lib/api.ts': ['main.tsx'],
  'app/shell/shell.tsx': ['lib/api.ts', 'app/shell/menu.tsx'],
  'app/dashboard.tsx': ['parts/drawer.tsx', 'features/map.tsx', 'lib/api.ts'],
  'parts/list/list-page.tsx': ['parts/drawer.tsx', 'parts/list/table.tsx', 'app/shell/menu.tsx'],
}
const graph = {
  getModuleInfo: (id: string) => ({
    importedIds: (IMPORTS[id.slice('/src/'.length)] ?? []).map((one) => `/src/${one}`),
  }),
}

test('a module is in the chunk of the first page that always needs it, and in none when a screen loads it alone', () => {
  const chunk = chunksOf('/src')
  const of = (file: string) => chunk(`/src/${file}`, graph)
  expect(
    ['lib/api.ts', 'app/shell/menu.tsx', 'parts/drawer.tsx', 'features/map.tsx', 'parts/list/table.tsx'].map(of),
  ).toEqual(['entry', 'shell', 'shared', 'dashboard', 'list'])
  expect(of('features/user.screen.tsx')).toBeNull()
})

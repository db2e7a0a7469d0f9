import { expect, test } from 'vitest'
import { pageSizes } from './bundle-budget.ts'

const manifest = {
  'index.html': {
    file: 'entry.js',
    isEntry: true,
    css: ['entry.css'],
    imports: ['_react.js'],
    dynamicImports: ['src/app/shell/shell.tsx'],
  },
  '_react.js': { file: 'react.js', imports: ['index.html'] },
  'src/app/shell/shell.tsx': { file: 'shell.js', src: 'src/app/shell/shell.tsx', imports: ['_menu.js', '_react.js'] },
  '_menu.js': { file: 'menu.js' },
  'src/features/map.tsx': { file: 'map.js', src: 'src/features/map.tsx' },
}

test('a page weighs the entry and its own lazy chunk with all they import, each file once', () => {
  const sizes = pageSizes(manifest, () => 10_000)
  expect(sizes.map(({ page, kb, files }) => ({ page, kb, files }))).toEqual([
    { page: 'login', kb: 30, files: 3 },
    { page: 'shell', kb: 50, files: 5 },
  ])
})

test('a bundle without an entry is an error', () => {
  expect(() => pageSizes({}, () => 0)).toThrow('no entry')
})

test('a bundle whose shell cannot be found is an error, not a small one', () => {
  expect(() => pageSizes({ 'index.html': { file: 'entry.js', isEntry: true } }, () => 0)).toThrow(
    'no chunk for the shell',
  )
})

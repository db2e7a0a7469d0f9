import { expect, test } from 'vitest'
import { isOver, pageSizes } from './bundle-budget.ts'

const manifest = {
  'index.html': {
    file: 'entry.js',
    isEntry: true,
    css: ['entry.css'],
    imports: ['_react.js'],
    dynamicImports: ['src/app/shell/shell.tsx', 'src/app/dashboard.tsx'],
  },
  '_react.js': { file: 'react.js', imports: ['index.html'] },
  'src/app/shell/shell.tsx': { file: 'shell.js', src: 'src/app/shell/shell.tsx', imports: ['_menu.js', '_react.js'] },
  '_menu.js': { file: 'menu.js' },
  'src/app/dashboard.tsx': { file: 'dashboard.js', src: 'src/app/dashboard.tsx', imports: ['_menu.js'] },
  'src/features/map.tsx': { file: 'map.js', src: 'src/features/map.tsx' },
}

test('a page weighs the entry and its own lazy chunk with all they import, each file once', () => {
  const sizes = pageSizes(manifest, () => 10_000)
  expect(sizes.map(({ page, kb, files }) => ({ page, kb, files }))).toEqual([
    { page: 'login', kb: 30, files: 3 },
    { page: 'shell', kb: 50, files: 5 },
    { page: 'dashboard', kb: 60, files: 6 },
  ])
})

test('a page is over its budget by bytes, or by the number of its files', () => {
  const size = { page: 'login', kb: 260, maxKb: 260, files: 8, maxFiles: 8 }
  expect([size, { ...size, kb: 261 }, { ...size, files: 9 }].map(isOver)).toEqual([false, true, true])
})

test('a bundle without an entry is an error', () => {
  expect(() => pageSizes({}, () => 0)).toThrow('no entry')
})

test('a bundle whose shell cannot be found is an error, not a small one', () => {
  expect(() => pageSizes({ 'index.html': { file: 'entry.js', isEntry: true } }, () => 0)).toThrow(
    'no chunk for the shell',
  )
})

import { relative, resolve } from 'node:path'
import { build } from 'vite'

/** Builds the console into the folder named on the command line; the bootstrap decides when, and swaps it in. */
const folder = process.argv[2]
if (!folder) throw new Error('usage: build.ts <folder>')
const root = resolve(import.meta.dirname, '../../apps/console')
// A test run has `test` here, with which React would be the one for development: slower, and not what users get.
process.env['NODE_ENV'] = 'production'
await build({
  root,
  logLevel: 'warn',
  // Below the root, as Vite's own default is: plugins join it to the root.
  // Whoever starts the platform can do nothing about a large chunk: the budget is a test's (bundle-budget).
  build: {
    outDir: relative(root, resolve(folder)),
    emptyOutDir: true,
    manifest: true,
    chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
  },
})

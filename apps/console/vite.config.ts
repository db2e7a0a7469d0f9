import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { antdDeepImport } from './build/antd-deep-import.ts'
import { barrelImports } from './build/barrel-imports.ts'
import { chunksOf } from './build/chunks.ts'
import { offlineShell } from './build/offline-shell.ts'
import { operationsWithoutTitles } from './build/operations-without-titles.ts'
import { precompress } from './build/precompress.ts'
import { styleNonce } from './build/style-nonce.ts'
import { zodWithoutEval } from './build/zod-without-eval.ts'
import { zodWithoutJsonSchema } from './build/zod-without-json-schema.ts'
import { zodWithoutWords } from './build/zod-without-words.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

export default defineConfig({
  root,
  plugins: [
    antdDeepImport(),
    barrelImports(['@sluice/contract', '@sluice/kit', '@sluice/codecs', '@sluice/devices']),
    operationsWithoutTitles(),
    styleNonce(),
    zodWithoutEval(),
    zodWithoutJsonSchema(),
    zodWithoutWords(),
    react(),
    offlineShell(),
    precompress(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // Scripts and pictures stay files: data addresses would need holes in the content policy (SEC-8).
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: chunksOf(`${root}src`) }] },
        // The entry lists the names of some two hundred files, of which hashes are what does not compress.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
  server: { proxy: { '^/(security|device|valve|cloud|hydrant|flow|netty|v1|health)/': 'http://127.0.0.1:8080' } },
})

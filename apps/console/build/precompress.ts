import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(js|css|svg|json|webmanifest)$/
const WORTHWHILE = 1024
const gzipped = promisify(gzip)
const brotlied = promisify(brotliCompress)

/** Writes `.gz` and `.br` beside every text asset, so that the server never compresses at run time. index.html is
 *  left out: the server writes a nonce into it per request. */
export function precompress(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    async writeBundle() {
      for (const entry of await readdir(folder, { recursive: true })) {
        if (!TEXT.test(entry)) continue
        const file = join(folder, entry)
        const bytes = await readFile(file)
        if (bytes.length < WORTHWHILE) continue
        const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }
        await Promise.all([
          gzipped(bytes, { level: 9 }).then((packed) => writeFile(`${file}.gz`, packed)),
          brotlied(bytes, quality).then((packed) => writeFile(`${file}.br`, packed)),
        ])
      }
    },
  }
}

import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const WORKER = fileURLToPath(new URL('../src/worker/shell.worker.ts', import.meta.url))
const PLACE = '__SHELL_VERSION__'
/** What the console cannot open without; other screens are kept when they are first opened. */
const SHELL = [/\/src\/main\.tsx$/, /\/index\.html$/, /\/shell\/shell\.tsx$/, /\/texts\/(zh-CN|en-US)\.ts$/]
const PUBLIC = ['/favicon.svg', '/icon.svg', '/icon-192.png', '/manifest.webmanifest']

interface Piece {
  type: 'chunk'
  fileName: string
  facadeModuleId: string | null
  imports: readonly string[]
  code: string
  viteMetadata?: { importedCss: ReadonlySet<string> }
}

/** Builds the service worker, and the list of files it keeps under a version made of their names. */
export function offlineShell(): Plugin {
  return {
    name: 'offline-shell',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: WORKER, fileName: 'sw.js' })
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = new Map(
          Object.values(bundle)
            .filter((one) => one.type === 'chunk')
            .map((one) => [one.fileName, one as unknown as Piece]),
        )
        const worker = chunks.get('sw.js')
        const roots = [...chunks.values()].filter(({ facadeModuleId: id }) => id && SHELL.some((one) => one.test(id)))
        if (!worker?.code.includes(PLACE) || worker.imports.length > 0 || roots.length < 4)
          this.error('the service worker or the shell is not where build/offline-shell.ts looks for it')
        const files = new Set<string>()
        const waiting = roots.map(({ fileName }) => fileName)
        for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
          const chunk = chunks.get(name)
          if (!chunk || files.has(`/${name}`)) continue
          files.add(`/${name}`)
          for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(`/${css}`)
          waiting.push(...chunk.imports)
        }
        const list = JSON.stringify([...files].sort().concat(PUBLIC))
        const version = createHash('sha256').update(list).digest('hex').slice(0, 12)
        worker.code = worker.code.replaceAll(PLACE, version)
        this.emitFile({ type: 'asset', fileName: `shell-${version}.json`, source: list })
      },
    },
  }
}

import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { contentPolicy, newNonce } from './http-headers.ts'

const NOT_BUILT = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>Sluice 云阀</title>
<body><h1>控制台尚未构建 / The console is not built</h1>
<p>请运行 <code>npm run build</code>，然后刷新本页。Run <code>npm run build</code>, then reload this page.</p></body></html>`

/** The files of the built console, as paths with `/`. */
interface Built {
  index: string
  files: ReadonlySet<string>
  stamp: number
}

function readBuilt(folder: string): Built | undefined {
  const indexFile = join(folder, 'index.html')
  if (!existsSync(indexFile)) return undefined
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  const files = new Set(names.map((name) => name.split(sep).join('/')))
  return { index: readFileSync(indexFile, 'utf8'), files, stamp: statSync(indexFile).mtimeMs }
}

/**
 * Serves the built console: files as they are (with their `.br`/`.gz` siblings), and the page for every other path. The
 * page is rendered per request, because its nonce must be new each time (SEC-8); it also gives the console the base
 * addresses of services (BS-2). A rebuild is detected.
 */
export async function serveConsole(
  app: FastifyInstance,
  options: { folder: string; tileHosts: () => readonly string[]; serviceBases: string },
): Promise<(path: string, reply: FastifyReply) => FastifyReply> {
  const folder = options.folder.replace(/[\\/]+$/, '')
  let built = readBuilt(folder)
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    index: false,
    dotfiles: 'deny',
    suppressWarning: true,
  })

  function current(): Built | undefined {
    const stamp = statSync(join(folder, 'index.html'), { throwIfNoEntry: false })?.mtimeMs
    if (stamp !== built?.stamp) built = readBuilt(folder)
    return built
  }

  function page(reply: FastifyReply, html: string, status: number): FastifyReply {
    const nonce = newNonce()
    return reply
      .status(status)
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', contentPolicy(nonce, options.tileHosts()))
      .send(html.replaceAll('__CSP_NONCE__', nonce).replace('__SERVICE_BASES__', options.serviceBases))
  }

  return (path, reply) => {
    const now = current()
    if (now === undefined) return page(reply, NOT_BUILT, 503)
    const file = decoded(path).slice(1)
    const known = file !== 'index.html' && now.files.has(file)
    // Vite puts a hash into the names below assets/: such a file never changes.
    if (known)
      return reply.sendFile(file, file.startsWith('assets/') ? { maxAge: '365d', immutable: true } : { maxAge: 0 })
    if (file.startsWith('assets/')) return reply.status(404).header('cache-control', 'no-store').send('not found')
    return page(reply, now.index, 200)
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return '/'
  }
}

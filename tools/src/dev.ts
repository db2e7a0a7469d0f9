import { spawn } from 'node:child_process'
import { createServer, type Plugin } from 'vite'
import { root } from './run-command.ts'

/**
 * The platform on PORT (8080), restarted when one of its files changes, with Vite's console in front of it. Both end
 * together.
 */
const port = process.env['PORT'] || '8080'
const server = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', 'apps/server/src/entry/main.ts', ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
    // Set explicitly, so that the server does not move to another port that the proxy does not know.
    env: { ...process.env, PORT: port },
  },
)

/** Replaces the console's own proxy, which knows only the default port. */
const toPlatform: Plugin = {
  name: 'to-platform',
  enforce: 'post',
  config(config) {
    // The API is `/v1/…` and `/<service>/v1/…`; everything else is the console.
    const proxy = {
      '^/(([a-z-]+/)?v1/|healthz|readyz|metrics|openapi\\.json|docs$|docs\\?)': {
        target: `http://127.0.0.1:${port}`,
        ws: true,
      },
    }
    config.server = { ...config.server, proxy }
  },
}

const vite = await createServer({ root: `${root}/apps/console`, plugins: [toPlatform] })
await vite.listen()
vite.printUrls()

server.on('exit', (code) => {
  process.exitCode = code ?? 0
  void vite.close()
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal))

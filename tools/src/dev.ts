import { spawn } from 'node:child_process'
import { createServer } from 'vite'
import { root } from './run-command.ts'

/**
 * The platform on PORT (8080), restarting when a file of it changes, and Vite's console in front of it.
 * Both end together.
 */
const port = process.env['PORT'] || '8080'
const server = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts', ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
    // Named, so that the server does not move to another port behind the proxy's back.
    env: { ...process.env, PORT: port },
  },
)

const target = `http://127.0.0.1:${port}`
const vite = await createServer({
  root: `${root}/apps/console`,
  server: {
    proxy: {
      // The API is `/v1/…` and `/<service>/v1/…`; everything else is the console (house.md, Routes).
      '^/([a-z-]+/)?v1/': { target, ws: true },
    },
  },
})
await vite.listen()
vite.printUrls()

server.on('exit', (code) => {
  process.exitCode = code ?? 0
  void vite.close()
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal))

import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterEach, beforeEach } from 'vitest'
import { createHttp, type Http, type HttpOptions } from './http.ts'
import { createLog } from '../log/log.ts'
import { createMetrics } from '../metrics.ts'

/** What a test has of the server: the one it started last, the console's folder, and the lines of the log. */
interface HttpStage {
  http: Http
  folder: string
  logged: string[]
  start(options?: Partial<HttpOptions>): Promise<Http>
}

/** A server with a small console for each test of the file; it is closed after the test. */
export function httpStage(): HttpStage {
  const stage: HttpStage = {
    http: undefined as unknown as Http,
    folder: '',
    logged: [],
    async start(options = {}) {
      stage.http = await createHttp({
        log: createLog({
          level: 'info',
          pretty: false,
          destination: { write: (line) => void stage.logged.push(line) },
        }),
        metrics: createMetrics({ processMetrics: false }),
        consoleDir: stage.folder,
        trustProxy: false,
        checks: {},
        ...options,
      })
      return stage.http
    },
  }
  beforeEach(() => {
    stage.logged = []
    const folder = mkdtempSync(join(tmpdir(), 'sluice-console-'))
    stage.folder = folder
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'index.html'), '<script nonce="__CSP_NONCE__"></script><meta content="__CSP_NONCE__">')
    writeFileSync(join(folder, 'assets', 'app-1a2b.js'), 'let plain')
    writeFileSync(join(folder, 'assets', 'app-1a2b.js.br'), brotliCompressSync('let packed'))
    writeFileSync(join(folder, 'favicon.svg'), '<svg/>')
  })
  afterEach(async () => {
    await stage.http?.drain()
    rmSync(stage.folder, { recursive: true, force: true })
  })
  return stage
}

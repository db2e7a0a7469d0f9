import type { Page, Response } from 'playwright-core'
import { launchBrowser } from '../../../../testing/src/browser/browser.ts'
import { openConsole } from '../../../../testing/src/browser/console-driver.ts'
import { buildConsole, consoleIsCurrent } from '../../../bootstrap/console-build.mjs'
import { root } from '../../run-command.ts'
import { openBench } from '../gauge/cluster.ts'
import { insertDevices } from '../load/pool/device-pool.ts'
import type { Figures, Measure } from '../measure.ts'
import { ADMIN_PASSWORD, startServer } from '../server-process.ts'
import { overRounds } from '../gauge/statistics.ts'

const DATABASE = 'bench_console'
const DEVICES = 100_000

interface Round {
  /** From the click on 登录 to a dashboard without pending work. */
  ms: number
  mainThreadMs: number
  scriptMs: number
  scriptBytes: number
  allBytes: number
  requests: number
  /** From the last byte of the devices to the frame that shows them, when the map is opened again. */
  paintAfterDataMs: number
}

/** A user signs in with an empty cache: what the browser loads and does until the dashboard can be used. */
export const console_: Measure = {
  name: 'console',
  async run(bench): Promise<Figures> {
    const { place, undo, quick, say } = bench
    if (!consoleIsCurrent(root)) await buildConsole(root, process.execPath, false)
    const cluster = await bench.cluster()
    const databaseUrl = await cluster.createDatabase(DATABASE)
    const server = await startServer({ place, databaseUrl, undo })
    const db = await openBench(databaseUrl)
    undo.add(() => db.close())
    await insertDevices(db, DEVICES)
    const browser = await launchBrowser()
    undo.add(() => browser.close())
    const rounds: Round[] = []
    for (let n = 0; n < (quick ? 3 : 10); n++) {
      const driver = await openConsole(browser, server.url)
      rounds.push(await signInOnce(driver))
      await driver.close()
      say(
        `  round ${n + 1}: ${Math.round(rounds.at(-1)!.ms)} ms, main thread ${Math.round(rounds.at(-1)!.mainThreadMs)} ms`,
      )
    }
    await browser.close()
    await server.stop()
    await db.close()
    await cluster.dropDatabase(DATABASE)
    const over = (pick: (round: Round) => number) => overRounds(rounds.map(pick))
    return {
      devices: DEVICES,
      rounds: rounds.length,
      bytes: 'as they travel, compressed, from the first request of the sign-in page on',
      interactiveMs: over(({ ms }) => ms),
      mainThreadMs: over(({ mainThreadMs }) => mainThreadMs),
      scriptMs: over(({ scriptMs }) => scriptMs),
      scriptKiB: over(({ scriptBytes }) => scriptBytes / 1024),
      allKiB: over(({ allBytes }) => allBytes / 1024),
      requests: over(({ requests }) => requests),
      paintAfterDataMs: over(({ paintAfterDataMs }) => paintAfterDataMs),
    }
  },
}

async function signInOnce({ page, signIn, settled }: Awaited<ReturnType<typeof openConsole>>): Promise<Round> {
  const traffic = countTraffic(page)
  await page.goto('/login')
  await page.getByTestId('login-username').waitFor()
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const metric = async (name: string) => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find((one) => one.name === name)?.value ?? Number.NaN) * 1000
  }
  const [task, script, started] = [await metric('TaskDuration'), await metric('ScriptDuration'), performance.now()]
  await signIn('admin', ADMIN_PASSWORD)
  await page.locator('canvas').first().waitFor()
  await settled()
  const ms = performance.now() - started
  return {
    ms,
    mainThreadMs: (await metric('TaskDuration')) - task,
    scriptMs: (await metric('ScriptDuration')) - script,
    ...(await traffic()),
    paintAfterDataMs: await paintAfterData(page),
  }
}

/** Opens the map again and waits for the first frame with devices on it. */
async function paintAfterData(page: Page): Promise<number> {
  await page.addInitScript(() => {
    const look = () => {
      const probe = document.querySelector('[data-testid=map-probe]')?.textContent ?? ''
      if (!/"id"|"count"/.test(probe)) requestAnimationFrame(look)
      // What was drawn in this frame is on the screen with the next one.
      else requestAnimationFrame(() => Object.assign(window, { mapPaintedAt: performance.now() }))
    }
    look()
  })
  await page.goto('/dashboard')
  const painted = await page.waitForFunction(() => (window as { mapPaintedAt?: number }).mapPaintedAt ?? null)
  const paintedAt = (await painted.jsonValue()) as number
  const dataAt = await page.evaluate(() => {
    const answers = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return Math.max(...answers.filter(({ name }) => name.includes('/device/map')).map(({ responseEnd }) => responseEnd))
  })
  return paintedAt - dataAt
}

function countTraffic(page: Page) {
  const answers: Response[] = []
  page.on('response', (response) => void answers.push(response))
  return async () => {
    let [scriptBytes, allBytes] = [0, 0]
    for (const response of answers) {
      const { responseBodySize, responseHeadersSize } = await response.request().sizes()
      allBytes += responseBodySize + responseHeadersSize
      if (/javascript/.test(response.headers()['content-type'] ?? '')) scriptBytes += responseBodySize
    }
    return { scriptBytes, allBytes, requests: answers.length }
  }
}

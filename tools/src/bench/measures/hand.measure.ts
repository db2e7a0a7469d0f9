import type { Page } from 'playwright-core'
import { launchBrowser } from '../../../../testing/src/browser/browser.ts'
import { type ConsoleDriver, openConsole } from '../../../../testing/src/browser/console-driver.ts'
import { buildConsole, consoleIsCurrent } from '../../../bootstrap/console-build.mjs'
import { root } from '../../run-command.ts'
import { openBench } from '../gauge/cluster.ts'
import { shareOf } from '../gauge/main-thread.ts'
import { overRounds, rounded, spread } from '../gauge/statistics.ts'
import { insertMqttFleet } from '../load/fleet.ts'
import { reportValves } from '../load/valve-reports.ts'
import type { Figures, Measure } from '../measure.ts'
import { ADMIN_PASSWORD, startServer } from '../server-process.ts'

const DATABASE = 'bench_hand'
const ROWS = 100
/** Each valve reports every ten seconds: more often than any that stands in a field. */
const PER_SECOND = 10
const CLICKS = 12
const SCREENS = ['/device/index', '/valve/slave', '/fault/fault-device', '/admin/user', '/log/operation', '/dashboard']
/** What a list does every second at this rate of reports. */
const CHANGES_PER_SECOND = 10
const GOAL = { restShare: 0.03, panelMs: 200, requests: 30 }

/**
 * The console under a hand: what a list of 100 valves costs the browser's main thread while they report, against the
 * same list in silence, the time from a click to the valve's panel, and the requests of a screen.
 */
export const hand: Measure = {
  name: 'hand',
  async run(bench): Promise<Figures> {
    const { place, undo, quick, say } = bench
    if (!consoleIsCurrent(root)) await buildConsole(root, process.execPath, false)
    const cluster = await bench.cluster()
    const databaseUrl = await cluster.createDatabase(DATABASE)
    const server = await startServer({ place, databaseUrl, undo })
    const db = await openBench(databaseUrl)
    undo.add(() => db.close())
    const fleet = await insertMqttFleet(db, 'MQTT-VALVE', ROWS)
    const reports = await reportValves(server.mqttPort, fleet)
    undo.add(() => reports.close())
    const browser = await launchBrowser()
    undo.add(() => browser.close())
    const driver = await openConsole(browser, server.url)
    await driver.signIn('admin', ADMIN_PASSWORD)
    const requests = await requestsOf(driver)
    await openList(driver)
    const [rounds, seconds] = quick ? [2, 10] : [5, 30]
    const shares: Record<'silent' | 'live', number[]> = { silent: [], live: [] }
    for (let round = 1; round <= rounds; round++) {
      shares.silent.push(await shareOf(driver.page, seconds))
      reports.start(PER_SECOND)
      shares.live.push(await shareOf(driver.page, seconds))
      reports.pause()
      say(
        `  round ${round}: main thread ${rounded(shares.live.at(-1)! * 100)} % live, ${rounded(shares.silent.at(-1)! * 100)} % silent`,
      )
    }
    reports.start(PER_SECOND)
    const clicks: number[] = []
    for (let n = 0; n < CLICKS; n++) clicks.push(await clickToPanel(driver.page, n))
    reports.close()
    await openBare(driver.page)
    const floor = await shareOf(driver.page, seconds)
    await browser.close()
    await server.stop()
    await db.close()
    await cluster.dropDatabase(DATABASE)
    const live = overRounds(shares.live)
    const [first, ...later] = clicks
    const most = Math.max(...Object.values(requests))
    say(`  click to panel ${rounded(spread(clicks).p50)} ms, at most ${most} requests of a screen`)
    return {
      rows: ROWS,
      reportsPerSecond: PER_SECOND,
      ratios: { liveToFloor: rounded(live.median / floor) },
      mainThreadShare: { live, silent: overRounds(shares.silent), floor: rounded(floor) },
      clickToPanelMs: { first: rounded(first!), later: spread(later) },
      requests,
      goals: GOAL,
      met: {
        restShare: live.median < GOAL.restShare,
        panelMs: spread(clicks).p95 < GOAL.panelMs,
        requests: most < GOAL.requests,
      },
    }
  },
}

/** Requests from the click in the menu to a settled screen, by its address. */
async function requestsOf(driver: ConsoleDriver): Promise<Record<string, number>> {
  const counted: Record<string, number> = {}
  let count = 0
  driver.page.on('request', () => void count++)
  for (const path of SCREENS) {
    count = 0
    await driver.open(path)
    counted[path] = count
  }
  return counted
}

async function openList({ page, settled }: ConsoleDriver): Promise<void> {
  await page.goto(`/valve/slave?limit=${ROWS}`)
  await settled()
}

/**
 * The floor: the same number of rows and columns as bare HTML without any program around them, of which as many cells
 * change each second, all in one frame, as the list draws.
 */
async function openBare(page: Page): Promise<void> {
  await page.setContent('<table style="border-collapse: collapse"></table>')
  await page.evaluate(
    ({ rows, changes }) => {
      const table = document.querySelector('table')!
      for (let row = 0; row < rows; row++) {
        const line = table.insertRow()
        for (let column = 0; column < 12; column++) line.insertCell().textContent = `${row} · ${column}`
      }
      let turn = 0
      setInterval(() => {
        for (let n = 0; n < changes; n++) {
          const { cells } = table.rows[turn++ % rows]!
          for (const column of [4, 5, 6, 11]) cells[column]!.textContent = (turn / 7).toFixed(3)
        }
      }, 1000)
    },
    { rows: ROWS, changes: CHANGES_PER_SECOND },
  )
}

/** From the press on the link 控制 of a row to the frame that shows its panel, in ms by the page's own clock. */
async function clickToPanel(page: Page, row: number): Promise<number> {
  await page.evaluate(() => {
    const at = { pressed: 0, shown: 0 }
    Object.assign(window, { handAt: at })
    document.addEventListener('pointerup', () => (at.pressed = performance.now()), { capture: true, once: true })
    const look = () => {
      if (!document.querySelector('.valve-panel')) return void requestAnimationFrame(look)
      // What was drawn in this frame is on the screen with the next one.
      requestAnimationFrame(() => (at.shown = performance.now()))
    }
    look()
  })
  await page.locator('tr.ant-table-row').nth(row).getByRole('button', { name: '控制' }).click()
  await page.waitForFunction(() => (window as { handAt?: { shown: number } }).handAt!.shown > 0)
  const { pressed, shown } = await page.evaluate(
    () => (window as unknown as { handAt: { pressed: number; shown: number } }).handAt,
  )
  await page.keyboard.press('Escape')
  await page.locator('.valve-panel').waitFor({ state: 'detached' })
  return shown - pressed
}

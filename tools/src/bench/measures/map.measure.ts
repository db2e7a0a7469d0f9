import { geoImport } from '@sluice/contract'
import type { Database } from '@sluice/server/src/platform/db/db.ts'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../../../../testing/src/browser/browser.ts'
import { type ConsoleDriver, openConsole } from '../../../../testing/src/browser/console-driver.ts'
import { createClient } from '../../../../testing/src/platform/client.ts'
import { buildConsole, consoleIsCurrent } from '../../../bootstrap/console-build.mjs'
import { root } from '../../run-command.ts'
import { openBench } from '../gauge/cluster.ts'
import { shareOf } from '../gauge/main-thread.ts'
import { overRounds, rounded, spread } from '../gauge/statistics.ts'
import { insertMqttFleet, type MqttDevice } from '../load/fleet.ts'
import { reportValves, type ValveReports } from '../load/valve-reports.ts'
import type { Bench, Figures, Measure } from '../measure.ts'
import { ADMIN_PASSWORD, startServer } from '../server-process.ts'

const DATABASE = 'bench_map'
/** As many as the county of the demo has. */
const DEVICES = 550
const CANALS = 10
/** As often as that county reports, and a little more. */
const PER_SECOND = 10
const CLICKS = 8
/** One repaint a second, and one more at the edge of a round of ten. */
const GOAL = { share: 0.15, repaintsPerSecond: 1.1, clickMs: 200, firstMarkerMs: 2_000 }
/** The map loads its land and the world behind it: that is no part of what reports cost. */
const SETTLE_MS = 8_000

/**
 * The map where no graphics card draws it: what it costs the browser's main thread while readings change and while
 * states do, how often it is drawn for them, and the time to the first marker and from a click to the drawer.
 */
export const map: Measure = {
  name: 'map',
  async run(bench): Promise<Figures> {
    const { place, undo, quick } = bench
    if (!consoleIsCurrent(root)) await buildConsole(root, process.execPath, false)
    const cluster = await bench.cluster()
    const databaseUrl = await cluster.createDatabase(DATABASE)
    const server = await startServer({ place, databaseUrl, undo })
    const db = await openBench(databaseUrl)
    undo.add(() => db.close())
    const fleet = await insertMqttFleet(db, 'MQTT-VALVE', DEVICES)
    await placeAlongCanals(db, fleet, server.url)
    const reports = await reportValves(server.mqttPort, fleet)
    undo.add(() => reports.close())
    // Each has said its readings once.
    reports.start(PER_SECOND * 20)
    await new Promise((resolve) => setTimeout(resolve, (1000 * DEVICES) / (PER_SECOND * 20) + 1_000))
    reports.pause()
    const browser = await launchBrowser()
    undo.add(() => browser.close())
    const firstMarker: number[] = []
    for (let n = 0; n < (quick ? 2 : 5); n++)
      firstMarker.push(await signInToMarker(await openConsole(browser, server.url)))
    const driver = await openConsole(browser, server.url)
    await driver.signIn('admin', ADMIN_PASSWORD)
    await driver.page.waitForTimeout(SETTLE_MS)
    const phases = await phasesOf(driver.page, reports, bench)
    reports.start(PER_SECOND)
    const clicks: number[] = []
    for (let n = 0; n < CLICKS; n++) clicks.push(await clickToDrawer(driver.page, n))
    reports.close()
    await browser.close()
    await server.stop()
    await db.close()
    await cluster.dropDatabase(DATABASE)
    return figuresOf(phases, clicks, firstMarker)
  },
}

type Phases = Readonly<Record<'silent' | 'values' | 'states', readonly Phase[]>>

function figuresOf(phases: Phases, [first, ...later]: readonly number[], firstMarker: readonly number[]): Figures {
  const over = (name: keyof Phases, of: keyof Phase) => overRounds(phases[name].map((phase) => phase[of]))
  const share = { silent: over('silent', 'share'), values: over('values', 'share'), states: over('states', 'share') }
  const repaints = { values: over('values', 'repaintsPerSecond'), states: over('states', 'repaintsPerSecond') }
  return {
    devices: DEVICES,
    reportsPerSecond: PER_SECOND,
    ratios: {
      repaintsToReports: rounded(repaints.states.median / PER_SECOND),
      liveToSilent: rounded(share.values.median / share.silent.median),
    },
    mainThreadShare: share,
    repaintsPerSecond: repaints,
    clickToDrawerMs: { first: rounded(first!), later: spread(later) },
    firstMarkerMs: overRounds(firstMarker),
    goals: GOAL,
    met: {
      share: share.values.median < GOAL.share,
      repaintsPerSecond: repaints.states.median <= GOAL.repaintsPerSecond,
      clickMs: spread(later).p95 < GOAL.clickMs,
      firstMarkerMs: overRounds(firstMarker).median < GOAL.firstMarkerMs,
    },
  }
}

/** Rounds of silence, of readings that change, and of valves that begin and end to move. */
async function phasesOf(page: Page, reports: ValveReports, { quick, say }: Bench): Promise<Phases> {
  const [rounds, seconds] = quick ? [2, 10] : [5, 30]
  const phases = { silent: [] as Phase[], values: [] as Phase[], states: [] as Phase[] }
  for (let round = 1; round <= rounds; round++) {
    phases.silent.push(await phaseOf(page, seconds))
    for (const changing of ['values', 'states'] as const) {
      reports.start(PER_SECOND, changing)
      phases[changing].push(await phaseOf(page, seconds))
      reports.pause()
    }
    say(`  round ${round}: ${describe(phases)}`)
  }
  return phases
}

interface Phase {
  share: number
  repaintsPerSecond: number
}

function describe(phases: Phases): string {
  const lines = Object.entries(phases).map(([name, of]) => {
    const { share, repaintsPerSecond } = of.at(-1)!
    return `${name} ${rounded(share * 100)} % and ${rounded(repaintsPerSecond)} repaints a second`
  })
  return lines.join(', ')
}

/** Canals side by side, with the valves along them: most of the land that a map of this size has. */
async function placeAlongCanals(db: Database, fleet: readonly MqttDevice[], url: string): Promise<void> {
  const latOf = (canal: number) => 37 + canal / 50
  const features = Array.from({ length: CANALS }, (_, canal) => ({
    type: 'Feature',
    properties: { kind: 'CANAL', name: `渠 ${canal + 1}`, rank: canal === 0 ? 'MAIN' : 'BRANCH', flow: 'FORWARD' },
    geometry: {
      type: 'LineString',
      coordinates: Array.from({ length: 20 }, (_none, at) => [116.3 + at / 80, latOf(canal) + (at % 3) / 900]),
    },
  }))
  const admin = await createClient(url).signIn('admin', ADMIN_PASSWORD)
  await admin.call(geoImport, { deptId: '1', features })
  const ids = fleet.map(({ deviceId }) => deviceId)
  const lngs = fleet.map((_one, n) => 116.302 + (Math.floor(n / CANALS) * 0.23) / (DEVICES / CANALS))
  const lats = fleet.map((_one, n) => latOf(n % CANALS) + 0.0006)
  await db.query(
    `update device d set lng = x.lng, lat = x.lat
     from unnest($1::bigint[], $2::float8[], $3::float8[]) as x (id, lng, lat) where d.id = x.id`,
    [ids, lngs, lats],
  )
}

async function repaintsOf(page: Page): Promise<number> {
  return Number(await page.locator('.map-canvas').getAttribute('data-repaints'))
}

async function phaseOf(page: Page, seconds: number): Promise<Phase> {
  const before = await repaintsOf(page)
  const share = await shareOf(page, seconds)
  return { share, repaintsPerSecond: ((await repaintsOf(page)) - before) / seconds }
}

/** From the press on 登录, with nothing kept by the browser, to the frame with the first marker, in ms. */
async function signInToMarker({ page, close }: ConsoleDriver): Promise<number> {
  await page.goto('/login')
  await page.getByTestId('login-username').fill('admin')
  await page.getByTestId('login-password').fill(ADMIN_PASSWORD)
  await page.evaluate(() => {
    const at = { pressed: 0, shown: 0 }
    Object.assign(window, { markerAt: at })
    document.addEventListener('pointerup', () => (at.pressed = performance.now()), { capture: true, once: true })
    const look = () => {
      const probe = document.querySelector('[data-testid=map-probe]')?.textContent ?? ''
      if (!/"id"|"count"/.test(probe)) return void requestAnimationFrame(look)
      requestAnimationFrame(() => (at.shown = performance.now()))
    }
    look()
  })
  await page.getByTestId('login-submit').click()
  await page.waitForFunction(() => (window as { markerAt?: { shown: number } }).markerAt!.shown > 0)
  const { pressed, shown } = await page.evaluate(
    () => (window as unknown as { markerAt: { pressed: number; shown: number } }).markerAt,
  )
  await close()
  return shown - pressed
}

/** From the press on a marker to the frame that shows its drawer, in ms by the page's own clock. */
async function clickToDrawer(page: Page, n: number): Promise<number> {
  const box = (await page.getByTestId('map').boundingBox())!
  const spot = await page.evaluate((nth) => {
    const probe = JSON.parse(document.querySelector('[data-testid=map-probe]')!.textContent!) as {
      devices: { x: number; y: number }[]
    }
    const free = probe.devices.filter(({ x, y }) => x > 420 && x < window.innerWidth - 900 && y > 140 && y < 600)
    return free[Math.floor((nth * free.length) / 8)]!
  }, n)
  await page.evaluate(() => {
    const at = { pressed: 0, shown: 0 }
    Object.assign(window, { drawerAt: at })
    document.addEventListener('pointerup', () => (at.pressed = performance.now()), { capture: true, once: true })
    document.addEventListener('mouseup', () => (at.pressed ||= performance.now()), { capture: true, once: true })
    const look = () => {
      if (!document.querySelector('[data-testid=map-drawer]')) return void requestAnimationFrame(look)
      requestAnimationFrame(() => (at.shown = performance.now()))
    }
    look()
  })
  await page.mouse.click(box.x + spot.x, box.y + spot.y)
  await page.waitForFunction(() => (window as { drawerAt?: { shown: number } }).drawerAt!.shown > 0)
  const { pressed, shown } = await page.evaluate(
    () => (window as unknown as { drawerAt: { pressed: number; shown: number } }).drawerAt,
  )
  await page.getByTestId('map-drawer-close').click()
  await page.getByTestId('map-drawer').waitFor({ state: 'detached' })
  return shown - pressed
}

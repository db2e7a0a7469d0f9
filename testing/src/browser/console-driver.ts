import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { buildConsole, consoleIsCurrent } from '../../../tools/bootstrap/console-build.mjs'
import { ADMIN_PASSWORD } from '../platform/api.ts'
import { type ServerProcess, type ServerProcessOptions, startServerProcess } from '../programs/server-process.ts'
import { PATIENCE_MS, until } from '../platform/wait.ts'

const root = resolve(import.meta.dirname, '../../..')

/** The whole product as a process of its own, with the current console and temporary data. */
export interface ConsoleServer extends ServerProcess {
  readonly sl651Port: number
}

/** Starts it on free ports with its own PostgreSQL; builds the console first when it is out of date. */
export async function startConsoleServer({ env, ...options }: ServerProcessOptions = {}): Promise<ConsoleServer> {
  if (!consoleIsCurrent(root)) await buildConsole(root, process.execPath, false)
  const folder = mkdtempSync(join(tmpdir(), 'sluice-console-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const server = await startServerProcess({
      ...options,
      timeoutMs: options.timeoutMs ?? 120_000,
      env: {
        PORT: '0',
        SLUICE_DEVICE_PORTS: '0',
        SLUICE_DATA: join(folder, 'data'),
        SLUICE_ADMIN_PASSWORD: ADMIN_PASSWORD,
        ...env,
      },
    })
    const { sl651Port } = server
    if (sl651Port === undefined) throw new Error(`the server has no SL651 listener: ${server.line}`)
    const stop = () => server.stop().finally(remove)
    return { ...server, sl651Port, stop }
  } catch (error) {
    remove()
    throw error
  }
}

/** One call may lead to the next: only several quiet probes in a row count as settled. */
const QUIET_LOOKS = 3

/** A person with a browser of their own. */
export interface ConsoleDriver {
  readonly page: Page
  /** The part of the page that shows the open screen. */
  readonly screen: Locator
  /** What a healthy console never does: errors, calls to other origins, violations of the content security policy. */
  readonly complaints: readonly string[]
  /** Opens `/login` (or stays there) and sends the form; does not wait for the outcome. */
  fillLogin(username: string, password: string): Promise<void>
  /** Signs in and waits for the shell. */
  signIn(username?: string, password?: string): Promise<void>
  /** Screens in the menu, top to bottom. */
  menu(): Promise<MenuLink[]>
  /** Opens a screen as a user does, folder first, and waits until it is drawn. */
  open(path: string): Promise<void>
  /**
   * As `open`, for walks over many screens: closes the tabs of the others, which would be drawn anew with each change of
   * colours, width and language.
   */
  openAlone(path: string): Promise<void>
  /** Opens a tab of the open page, e.g. a device's 历史. */
  openTab(name: string): Promise<void>
  /** Selects an option of the drop-down with this label, in the topmost form. */
  choose(label: string, option: string): Promise<void>
  /** Waits until no call, busy part or placeholder is left. */
  settled(): Promise<void>
  signOut(): Promise<void>
  close(): Promise<void>
}

interface MenuLink {
  path: string
  title: string
}

/** A browser whose user has not asked for less motion: drawers slide, colours fade, the map flies. */
export const MOVING = { reducedMotion: 'no-preference' } as const satisfies BrowserContextOptions

/** Opens a window with nobody signed in. `base` is the console's address. */
export async function openConsole(
  browser: Browser,
  base: string,
  options: BrowserContextOptions = {},
): Promise<ConsoleDriver> {
  const context = await browser.newContext({
    baseURL: base,
    viewport: { width: 1440, height: 900 },
    // A service worker would answer in place of the server; only its own test allows it.
    serviceWorkers: 'block',
    // Waiting for fades was a third of a test. What is about movement, and the days of people, have it (`MOVING`).
    reducedMotion: 'reduce',
    ...options,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  const complaints = watchFaults(page, base)
  await page.addInitScript(tellPolicyBreaches)
  const underWay = watchCalls(page)

  const settled = async () => {
    let quiet = 0
    await until('a settled page', async () => {
      const still = underWay() === 0 && !(await page.evaluate(isBusy))
      quiet = still ? quiet + 1 : 0
      return quiet >= QUIET_LOOKS
    })
  }

  const driver: ConsoleDriver = {
    page,
    screen: page.locator('.view:visible'),
    complaints,
    settled,
    async fillLogin(username, password) {
      if (new URL(page.url(), base).pathname !== '/login') await page.goto('/login')
      await page.getByTestId('login-username').fill(username)
      await page.getByTestId('login-password').fill(password)
      await page.getByTestId('login-submit').click()
    },
    async signIn(username = 'admin', password = ADMIN_PASSWORD) {
      await driver.fillLogin(username, password)
      await page.getByTestId('avatar-menu').waitFor()
      await settled()
    },
    menu: () => readMenu(page),
    async open(path) {
      await showMenu(page)
      const link = page.getByTestId('sidebar').locator(`a[href="${path}"]`)
      for (const folder of await folders(page)) {
        if (await link.isVisible()) break
        if ((await folder.getAttribute('aria-expanded')) === 'false') await folder.click()
      }
      await link.click()
      await page.locator(`.view[data-path="${path}"]`).waitFor()
      await settled()
    },
    async openAlone(path) {
      await driver.open(path)
      // From the last one, so that those before keep their places.
      for (const other of (await page.locator('.tab-list .tab:not(.on)').all()).toReversed()) {
        const cross = other.getByTestId('tab-close')
        // The map's tab has none.
        if ((await cross.count()) > 0) await cross.click()
      }
      await page.waitForFunction(() => document.querySelectorAll('.view').length <= 2)
    },
    async openTab(name) {
      await page.getByRole('tab', { name, exact: true }).click()
      await settled()
    },
    async choose(label, option) {
      await page.getByRole('combobox', { name: label }).last().click()
      // A drop-down that still opens, or whose options still arrive, may lose the press.
      await settled()
      const found = page.locator('.ant-select-dropdown:visible').getByText(option, { exact: true })
      await found.click()
      await found.waitFor({ state: 'hidden' })
    },
    async signOut() {
      await page.getByTestId('avatar-menu').click()
      await page.getByRole('menuitem').last().click()
      await page.getByRole('dialog').getByRole('button').last().click()
      await page.getByTestId('login-username').waitFor()
    },
    close: () => context.close(),
  }
  return driver
}

/**
 * On a phone the menu is hidden until opened. A window that has just changed its size may still have the other layout,
 * where the same button makes the menu narrow.
 */
async function showMenu(page: Page): Promise<void> {
  const width = page.viewportSize()?.width
  await page.waitForFunction((wide) => {
    const mobile = document.querySelector('.shell-mobile') !== null
    return wide === undefined || (window.innerWidth === wide && mobile === wide < 992)
  }, width)
  const menu = page.getByTestId('sidebar')
  if ((await menu.getAttribute('inert')) === null) return
  await page.getByTestId('hamburger').click()
  await until('the menu', async () => (await menu.getAttribute('inert')) === null)
}

const folders = (page: Page): Promise<Locator[]> => page.getByTestId('sidebar').locator('button[aria-expanded]').all()

async function readMenu(page: Page): Promise<MenuLink[]> {
  await showMenu(page)
  const found = new Map<string, string>()
  const readLinks = async () => {
    for (const link of await page.getByTestId('sidebar').locator('.side-list a').all()) {
      found.set((await link.getAttribute('href')) ?? '', (await link.textContent())?.trim() ?? '')
    }
  }
  await readLinks()
  // One folder is open at a time (SB-6).
  for (const folder of await folders(page)) {
    if ((await folder.getAttribute('aria-expanded')) === 'false') await folder.click()
    await readLinks()
  }
  return [...found].map(([path, title]) => ({ path, title }))
}

/** What is under way when a session ends gets a 401, which the browser logs by itself. */
const EXPECTED = /status of 401/

function watchFaults(page: Page, base: string): string[] {
  const complaints: string[] = []
  const own = new URL(base).host
  page.on('pageerror', (error) => complaints.push(`page error: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    const text = message.text()
    if (message.type() !== 'error' || EXPECTED.test(text)) return
    complaints.push(`console error: ${text} (${message.location().url})`)
  })
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (['http:', 'https:'].includes(url.protocol) && url.host !== own) complaints.push(`left the origin: ${url}`)
  })
  page.on('websocket', (socket) => {
    if (new URL(socket.url()).host !== own) complaints.push(`left the origin: ${socket.url()}`)
  })
  return complaints
}

/**
 * Runs in the page: true while a part says that it waits, a drawer slides or a colour fades. Endless animations (a
 * progress ring) do not count.
 */
function isBusy(): boolean {
  if (document.querySelector('.progress')) return true
  const waiting = [...document.querySelectorAll('.wait, [aria-busy="true"]')]
  if (waiting.some((part) => part.checkVisibility({ visibilityProperty: true }))) return true
  return document.getAnimations().some(({ effect, playState }) => {
    return playState === 'running' && effect?.getTiming().iterations !== Number.POSITIVE_INFINITY
  })
}

/** Runs in the page, before its own scripts. */
function tellPolicyBreaches(): void {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    console.error(`content security policy: ${violatedDirective} ${blockedURI}`),
  )
}

function watchCalls(page: Page): () => number {
  const open = new Set<object>()
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  page.on('framenavigated', (frame) => frame === page.mainFrame() && open.clear())
  return () => open.size
}

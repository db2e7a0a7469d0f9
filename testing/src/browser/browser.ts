import { type Browser, chromium, type LaunchOptions } from 'playwright-core'
import { type BrowserProgram, provideBrowser } from '../programs/browser-program.ts'
import { provideChineseFonts } from '../programs/chinese-fonts.ts'

/** Set once per run by the e2e project's global setup, so that test files need not search again. */
const foundBefore = 'SLUICE_TEST_BROWSER'

/**
 * Finds or installs a Chromium and fonts that can write Chinese. Slow the first time, on a machine that has neither.
 * @throws Error with one sentence to act on when there is no way to a browser.
 */
export async function prepareBrowser(): Promise<BrowserProgram> {
  const known = process.env[foundBefore]
  if (known) return JSON.parse(known) as BrowserProgram
  const program = await provideBrowser()
  provideChineseFonts()
  process.env[foundBefore] = JSON.stringify(program)
  return program
}

/**
 * A headless Chromium for tests and screenshots. It connects only to the pages it is given, and WebGL runs in software,
 * so that the map draws on a machine without a graphics card.
 */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const program = await prepareBrowser()
  return chromium.launch({
    headless: true,
    ...options,
    executablePath: program.path,
    args: [...browserArguments(), ...(options.args ?? [])],
    env: { ...process.env, ...program.environment, ...options.env },
  })
}

function browserArguments(): string[] {
  // Chromium refuses its sandbox to root; it opens only our own pages.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return [
    ...asRoot,
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--ignore-gpu-blocklist',
    '--use-gl=angle',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    // Composites everything but WebGL without it: that costs half as much as drawing every button in software WebGL.
    '--disable-gpu-compositing',
    '--disable-gpu-rasterization',
    // Containers give /dev/shm 64 MB, which a large map fills.
    '--disable-dev-shm-usage',
    '--font-render-hinting=none',
  ]
}

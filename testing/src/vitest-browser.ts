import { prepareBrowser } from './browser.ts'

/** Vitest's global setup of the e2e project: the browser is there before the first test's clock runs. */
export async function setup(): Promise<void> {
  await prepareBrowser()
}

import { prepareBrowser } from '../browser/browser.ts'

/** Vitest's `globalSetup` of browser tests: a browser is there before the first test's time limit starts. */
export default async function setup(): Promise<void> {
  await prepareBrowser()
}

import type { Page } from 'playwright-core'

/** The share of one core that the page's main thread is busy. */
export async function shareOf(page: Page, seconds: number): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const busy = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  }
  const [before, started] = [await busy(), performance.now()]
  await page.waitForTimeout(seconds * 1000)
  const share = (await busy()) - before
  await session.detach()
  return (share * 1000) / (performance.now() - started)
}

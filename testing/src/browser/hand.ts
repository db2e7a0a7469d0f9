import type { Locator } from 'playwright-core'
import type { ConsoleDriver } from './console-driver.ts'

/** A person's hand on the console, which counts what a job costs: a click, or a field that is typed into. */
export interface Hand {
  readonly clicks: number
  readonly fields: number
  /** Counts from nothing again. */
  begin(): void
  click(target: Locator): Promise<void>
  type(target: Locator, text: string): Promise<void>
  /** Opens a screen from the menu. The click on its folder counts too, where that is closed. */
  open(folder: string, path: string): Promise<void>
  /** Selects from the drop-down with this label: two clicks. */
  choose(label: string, option: string): Promise<void>
}

export function handOn({ page, choose, settled }: ConsoleDriver): Hand {
  let [clicks, fields] = [0, 0]
  const hand: Hand = {
    get clicks() {
      return clicks
    },
    get fields() {
      return fields
    },
    begin() {
      clicks = 0
      fields = 0
    },
    async click(target) {
      clicks += 1
      await target.click()
    },
    async type(target, text) {
      fields += 1
      await target.fill(text)
    },
    async open(folder, path) {
      const menu = page.getByTestId('sidebar')
      const link = menu.locator(`a[href="${path}"]`)
      if (!(await link.isVisible())) await hand.click(menu.getByRole('button', { name: folder, exact: true }))
      await hand.click(link)
      await page.locator(`.view[data-path="${path}"]`).waitFor()
      await settled()
    },
    async choose(label, option) {
      clicks += 2
      await choose(label, option)
    },
  }
  return hand
}

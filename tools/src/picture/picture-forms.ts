import type { ConsoleDriver } from '../../../testing/src/browser/console-driver.ts'

/** Opens an address and waits until it is drawn. */
export async function go({ page, settled }: ConsoleDriver, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('.view:visible, .standalone, .login-form').first().waitFor()
  await settled()
}

/** The form behind a button of a screen. */
export const drawerAt = (path: string, button: string) => async (console_: ConsoleDriver) => {
  await go(console_, path)
  const inSight = console_.screen.getByRole('button', { name: button, exact: true }).first()
  // There is no room for a row's links: they are one menu, on a phone a sheet.
  const folded = console_.screen.getByRole('button', { name: /的更多操作$/ }).first()
  await inSight.or(folded).first().waitFor()
  if (await inSight.isVisible()) await inSight.click()
  else {
    await folded.press('Enter')
    const { page } = console_
    const inSheet = page.locator('.action-sheet').getByRole('button', { name: button, exact: true })
    await page.getByRole('menuitem', { name: button, exact: true }).or(inSheet).click()
  }
  await console_.page.locator('.ant-drawer-open:visible').waitFor()
  await console_.settled()
}

const POINTS = { 第一点原始值: '0.1015', 第一点标准值: '0.1', 第二点原始值: '0.6025', 第二点标准值: '0.6' }
/** A gauge with both points entered, before anything is saved. */
export async function calibrating(console_: ConsoleDriver): Promise<void> {
  await drawerAt('/sensor/index?metric=outletPressure&deviceTypeCode=SENSOR', '校准')(console_)
  const drawer = console_.page.locator('.ant-drawer-open:visible')
  for (const [label, value] of Object.entries(POINTS)) await drawer.getByLabel(label).fill(value)
  await drawer.locator('.calibration-preview').waitFor()
  await console_.settled()
}

/** A new limit for all valves, with what it would have done. */
export async function limiting(console_: ConsoleDriver): Promise<void> {
  await drawerAt('/configuration/alarm', '新增')(console_)
  const drawer = console_.page.locator('.ant-drawer-open:visible')
  const choose = async (label: RegExp, text: string) => {
    const box = drawer.getByRole('combobox', { name: label })
    await box.click()
    if (await box.isEditable()) await box.fill(text)
    await console_.page
      .locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: text })
      .first()
      .click()
  }
  await choose(/^设备类型/, '阀门')
  await choose(/^指标/, '阀前压力')
  await drawer.getByRole('spinbutton', { name: '限值' }).fill('0.42')
  await choose(/^故障/, 'V07')
  await drawer.getByText(/过去 30 天/).waitFor()
  await console_.settled()
}

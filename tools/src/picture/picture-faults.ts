import type { ConsoleDriver } from '../../../testing/src/browser/console-driver.ts'
import { go } from './picture-forms.ts'

/** The page of the first row of a list, wide by its name, on a phone by the row itself. */
const firstOf = (path: string, page: string) => async (console_: ConsoleDriver) => {
  await go(console_, path)
  await console_.screen.locator(`a.link[href*="${page}/"], .phone-row-lines`).first().click()
  await console_.page.locator(`.view[data-path^="${page}/"]:visible`).waitFor()
  await console_.settled()
}

async function messages(console_: ConsoleDriver): Promise<void> {
  await go(console_, '/fault/fault-device')
  await console_.page.getByTestId('inbox-button').click()
  await console_.page.getByTestId('inbox').waitFor()
  await console_.settled()
}

const at = (path: string) => (console_: ConsoleDriver) => go(console_, path)
const ORDERS = '/aftersale/repair-record'

/** Faults, who is told of them, and how they are mended. */
export const FAULT_SCENES = [
  { name: 'faults', show: at('/fault/fault-device') },
  { name: 'fault-page', show: firstOf('/fault/fault-device', '/fault/fault-device') },
  { name: 'fault-records', show: at('/fault/fault-record') },
  { name: 'fault-codes', show: at('/fault/fault-code') },
  { name: 'maintenance', show: at('/fault/maintenance') },
  { name: 'messages', show: messages },
  { name: 'duty', show: at('/fault/duty') },
  { name: 'notice-users', show: at('/fault/notice-user') },
  { name: 'push-rules', show: at('/fault/push-rule') },
  { name: 'push-records', show: at('/fault/push-record') },
  { name: 'notice-channels', show: at('/fault/notice-channel') },
  { name: 'repair-orders', show: at(ORDERS) },
  { name: 'repair-order', show: firstOf(`${ORDERS}?status=REPAIRING`, ORDERS) },
  { name: 'reliability', show: at('/fault/reliability') },
]

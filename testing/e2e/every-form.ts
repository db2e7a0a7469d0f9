import {
  deviceResource,
  type Resource,
  type Screen,
  SCREENS,
  sensorCalibrationResource,
  type Words,
} from '@sluice/contract'
import type { Locator, Page } from 'playwright-core'
import type { ConsoleDriver } from '../src/browser/console-driver.ts'

/** A form that opens over a screen. */
export interface FormOver {
  label: Words
  /** Where its button is: above the list, in a row that offers it, beside the list, or on the page of a row. */
  at: 'list' | 'row' | 'side' | 'page'
}

const ADD: Words = ['新增', 'Add']

/** Lists without a button for a new row: it is made by an action of another list, which is walked there. */
const MADE_ELSEWHERE: readonly Resource[] = [sensorCalibrationResource]

/** Forms of screens that no descriptor of their list says, by address. */
const HAND_MADE: Readonly<Record<string, readonly FormOver[]>> = {
  '/device/unknown': [{ label: ['接入', 'Adopt'], at: 'list' }],
  '/admin/dict': [{ label: ['新增字典类型', 'Add dictionary type'], at: 'side' }],
}

/** Actions that a list leaves to the page of a row: of a master, and of a slave of one. */
const ON_PAGES = { replaceMaster: 'master', moveSlave: 'slave' } as const

const isForm = (action: { name: string }) => 'form' in action

/** What descriptors say of a screen's forms: the one for a new row, and those of declared actions. */
function declaredForms(resource: Resource): FormOver[] {
  const add = resource.actions.includes('insert') && !MADE_ELSEWHERE.includes(resource)
  return [
    ...(add ? [{ label: ADD, at: 'list' as const }] : []),
    ...(resource.listActions ?? []).filter(isForm).map(({ label }) => ({ label, at: 'list' as const })),
    ...(resource.rowActions ?? [])
      .filter((action) => isForm(action) && !(action.name in ON_PAGES))
      .map(({ label }) => ({ label, at: 'row' as const })),
  ]
}

/** The forms of `ON_PAGES`, each with whose page it is on. */
export const FORMS_ON_PAGES = (deviceResource.rowActions ?? []).flatMap(({ name, label }) =>
  name in ON_PAGES ? [{ of: ON_PAGES[name as keyof typeof ON_PAGES], label, at: 'page' as const }] : [],
)

export const formsOver = (path: string, resource: Screen['resource']): readonly FormOver[] => [
  ...(resource ? declaredForms(resource) : []),
  ...(HAND_MADE[path] ?? []),
]

/** Screens beside the menu, each a page of a screen there, that have such forms. */
export const HIDDEN_WITH_FORMS = SCREENS.flatMap((folder) =>
  folder.screens
    .filter((screen) => screen.hidden === true)
    .map(({ path, resource }) => ({
      path: `${folder.path}/${path}`,
      forms: formsOver(`${folder.path}/${path}`, resource),
    })),
).filter(({ forms }) => forms.length > 0)

const DRAWN = '.ant-drawer-open:visible, dialog[open]'

/** Opens a form over the open screen, looks, and closes it. */
export async function openForm(
  { page, screen, settled }: ConsoleDriver,
  { at }: FormOver,
  label: string,
  look: () => Promise<void>,
): Promise<void> {
  if (at === 'row' || at === 'page') await pressAction(page, at === 'row' ? screen.locator('.actions') : screen, label)
  else {
    const button =
      at === 'side'
        ? screen.locator('.aside-head').getByRole('button')
        : screen.getByRole('button', { name: label, exact: true })
    await button.first().click()
  }
  await page.locator(DRAWN).first().waitFor()
  await settled()
  await look()
  await page.keyboard.press('Escape')
  await page.locator(DRAWN).first().waitFor({ state: 'hidden' })
}

/** Presses the first button of the action that can be used: beside others, or in a menu of what else can be done. */
async function pressAction(page: Page, place: Locator, label: string): Promise<void> {
  const named = { name: label, exact: true, disabled: false }
  const button = place.getByRole('button', named)
  if ((await button.count()) > 0) return button.first().click()
  for (const more of await place.locator('[aria-haspopup="menu"]').all()) {
    await more.click()
    await page.getByRole('menuitem').first().waitFor()
    const item = page.getByRole('menuitem', named)
    if ((await item.count()) > 0) return item.click()
    await page.keyboard.press('Escape')
    await page.getByRole('menuitem').first().waitFor({ state: 'hidden' })
  }
  throw new Error(`nothing offers "${label}"`)
}

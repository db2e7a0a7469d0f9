import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ConsoleDriver, openConsole } from '../src/browser/console-driver.ts'
import {
  declaredMenu,
  DEVICE_NAME,
  everyPlace,
  type FilledConsole,
  findingsAt,
  menuOf,
  startFilledConsole,
} from './every-screen.ts'

/** What people typed, or named themselves: the device, the first department and its user, the product and the other language. */
const NAMES = [DEVICE_NAME, '平台', '管理员', '云阀', '中文']
const CHINESE = /\p{Script=Han}/u

let filled: FilledConsole
let console_: ConsoleDriver

beforeAll(async () => {
  filled = await startFilledConsole()
  console_ = await openConsole(filled.browser, filled.server.url)
})

afterAll(async () => {
  await console_?.close()
  await filled?.stop()
})

/** An avatar shows the first letter of a name. */
const isLetter = (text: string) => text.length === 1 && NAMES.some((name) => name.startsWith(text))

/** Whatever a person reads or hears of a page: its text, and the labels, hints and placeholders of its parts. */
function wordsOfPage(): string[] {
  const spoken = ['aria-label', 'aria-description', 'title', 'placeholder', 'alt']
  const parts = [...document.querySelectorAll<HTMLElement>('body, body *')].filter((part) => part.checkVisibility())
  const labels = parts.flatMap((part) => spoken.map((name) => part.getAttribute(name) ?? ''))
  return [document.title, ...document.body.innerText.split('\n'), ...labels]
}

/** What of the open page is Chinese, apart from the names that people typed. */
async function chineseHere(): Promise<string[]> {
  const words = await console_.page.evaluate(wordsOfPage)
  expect(words.length).toBeGreaterThan(10)
  const typed = (text: string) => NAMES.reduce((rest, one) => rest.replaceAll(one, ''), text)
  return [...new Set(words.filter((text) => CHINESE.test(typed(text)) && !isLetter(text)))]
}

describe('in English', () => {
  it('the language is chosen before sign-in, and the menu is all in it', async () => {
    const { page } = console_
    await page.goto('/login')
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('en-US')
    expect(await chineseHere()).toEqual([])
    await console_.signIn()
    expect(await menuOf(console_)).toEqual(declaredMenu('en-US'))
  })

  it.each(everyPlace('en-US', () => filled))('$name', async (place) => {
    expect(await findingsAt(console_, place, chineseHere)).toEqual({})
  })

  it('what is reached from every screen: the palette and the keys', async () => {
    const { page, settled } = console_
    await page.goto('/admin/user')
    await settled()
    await page.getByTestId('head-find').click()
    await page.locator('.palette').waitFor()
    await settled()
    expect(await chineseHere()).toEqual([])
    await page.keyboard.press('Escape')
    await page.locator('.palette').waitFor({ state: 'hidden' })
    await page.keyboard.press('?')
    await page.locator('.key-sheet').waitFor()
    expect(await chineseHere()).toEqual([])
    await page.keyboard.press('Escape')
  })

  it.each(['Columns and views', 'Import'])('the panel of a list: %s', async (button) => {
    const { page, open, screen, settled } = console_
    await open('/admin/user')
    await screen.getByRole('button', { name: button, exact: true }).click()
    await page.locator('.ant-drawer-open:visible, dialog[open]').first().waitFor()
    await settled()
    expect(await chineseHere()).toEqual([])
    await page.keyboard.press('Escape')
    await page.locator('.ant-drawer-open, dialog[open]').first().waitFor({ state: 'hidden' })
  })

  it('the wall, and the pages of the API with every call unfolded', async () => {
    const { page, settled } = console_
    await page.goto('/wall')
    await page.getByTestId('wall').waitFor()
    await settled()
    expect(await chineseHere()).toEqual([])
    await page.goto('/docs?lang=en-US')
    await page.evaluate(() => document.querySelectorAll('details').forEach((part) => part.setAttribute('open', '')))
    expect(await chineseHere()).toEqual([])
  })

  it('is left for Chinese again at the sign-in, and nothing went wrong on the way', async () => {
    const { page, settled, signOut } = console_
    await page.goto('/')
    await settled()
    await signOut()
    await page.getByRole('button', { name: '中文' }).click()
    await page.getByRole('button', { name: '登录', exact: true }).waitFor()
    expect(console_.complaints).toEqual([])
  })
})

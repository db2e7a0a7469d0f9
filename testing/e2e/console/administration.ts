import {
  departmentResource,
  type Resource,
  type ResourceNode,
  resourceTree,
  roleResource,
  userResource,
} from '@sluice/contract'
import type { Locator, Page } from 'playwright-core'
import { answersFor, type Answers } from '../../src/invariants/answers.ts'
import type { ApiClient } from '../../src/platform/client.ts'
import { type ConsoleDriver, openConsole } from '../../src/browser/console-driver.ts'
import { GIVEN_PASSWORD, takeOver } from '../../src/browser/first-password.ts'
import { PASSWORD } from '../../src/platform/people.ts'
import { openStage, type Stage } from './stage.ts'

/** A window of the administrator, with helpers for what lists and forms have in common. */
export interface Desk {
  readonly stage: Stage
  readonly admin: ApiClient
  readonly console_: ConsoleDriver
  readonly page: Page
  readonly answers: Answers
  /** Opens a screen by its address and waits until it is drawn. */
  open(address: string): Promise<void>
  /** The row with this name, by its whole text. */
  row(name: string): Locator
  /** Names of the visible rows, top to bottom: the first line of the cell that names them. */
  names(): Promise<string[]>
  /** Finds an action of a row: as a link, or in its ⋯ menu. */
  action(name: string, label: string): Promise<Locator>
  act(name: string, label: string): Promise<void>
  /** Why a row's action is unavailable; null when it is available. */
  whyNot(name: string, label: string): Promise<string | null>
  /** The topmost form. */
  readonly form: Locator
  field(label: string): Locator
  /** Presses 确定 of the form and waits until it is gone. */
  save(): Promise<void>
  /** The text of the open question. */
  question(): Promise<string>
  answer(label: '确定' | '取消' | (string & {})): Promise<void>
  /** Waits until this message is shown. */
  told(text: string): Promise<void>
  /** A window of another user, signed in by the form. */
  window(username: string, password?: string): Promise<ConsoleDriver>
  close(): Promise<void>
}

export async function openDesk(): Promise<Desk> {
  const stage = await openStage()
  const { admin } = stage.actors
  const console_ = await stage.actors.window(stage.browser, 'admin')
  const { page, screen } = console_
  const form = page.locator('.view:visible .ant-drawer-open').last()
  const row = (name: string) =>
    screen.locator('tbody tr:visible').filter({ has: page.getByText(name, { exact: true }) })
  const question = page.getByRole('dialog', { name: '提示' })
  const windows: ConsoleDriver[] = []

  const action = async (name: string, label: string) => {
    await row(name).waitFor()
    const link = row(name).getByRole('button', { name: label, exact: true })
    if ((await link.count()) > 0) return link
    // A menu closes when the page scrolls: the row is scrolled into view first.
    await row(name).scrollIntoViewIfNeeded()
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    await row(name).locator('button[aria-haspopup="menu"]').click()
    // An unavailable action says why after its name.
    const item = page.getByRole('menuitem', { name: new RegExp(`^${label}`) })
    await item.waitFor()
    return item
  }

  return {
    stage,
    admin,
    console_,
    page,
    answers: answersFor(page),
    async open(address) {
      await page.goto(address)
      await console_.settled()
    },
    row,
    names: () => screen.locator('tbody .list-name > span:visible').allTextContents(),
    action,
    act: async (name, label) => (await action(name, label)).click(),
    async whyNot(name, label) {
      const found = await action(name, label)
      const why = (await found.isDisabled())
        ? ((await found.getAttribute('title')) ?? (await found.locator('small').textContent()))
        : null
      await page.keyboard.press('Escape')
      return why
    },
    form,
    field: (label) => form.getByLabel(new RegExp(`^${label}\\*?$`)),
    async save() {
      await form.getByRole('button', { name: '确定', exact: true }).click()
      await form.waitFor({ state: 'hidden' })
      await console_.settled()
    },
    async question() {
      await question.waitFor()
      return (await question.locator('p').textContent()) ?? ''
    },
    async answer(label) {
      await question.getByRole('button', { name: label, exact: true }).click()
      await question.waitFor({ state: 'detached' })
    },
    told: (text) => page.locator('.toast').filter({ hasText: text }).last().waitFor(),
    async window(username, password = PASSWORD) {
      const other = await openConsole(stage.browser, stage.server.url)
      windows.push(other)
      await other.fillLogin(username, password)
      // A user who may open nothing, or must change the password first, lands on a page without a shell.
      await other.page.getByTestId('login-username').waitFor({ state: 'detached' })
      return other
    },
    async close() {
      for (const one of windows) await one.close()
      await console_.close()
      await stage.close()
    },
  }
}

const flat = (nodes: readonly ResourceNode[]): ResourceNode[] =>
  nodes.flatMap((node) => [node, ...flat(node.children ?? [])])

/** The permissions with these keys, with their screens and folders. */
export async function resourcesOf(admin: ApiClient, keys: readonly string[]): Promise<string[]> {
  const all = new Map(flat(await admin.call(resourceTree, {})).map((node) => [node.id, node]))
  const wanted = new Set<string>()
  for (const node of all.values()) {
    if (!node.permission || !keys.includes(node.permission)) continue
    for (let one: ResourceNode | undefined = node; one; one = one.parentId ? all.get(one.parentId) : undefined)
      wanted.add(one.id)
  }
  return [...wanted]
}

/** Rows that a test file creates and deletes again, so that the next file finds the server unchanged. */
export interface Made {
  dept(name: string, more?: Record<string, unknown>): Promise<string>
  /** The given password is already changed to `PASSWORD`. */
  user(username: string, more: Record<string, unknown> & { deptId: string }): Promise<string>
  role(code: string, more?: Record<string, unknown>): Promise<string>
  /** Registers a row created through a form for deletion. */
  goesToo(resource: Resource, id: string): void
  /** Deletes all of it, users before departments. */
  forget(): Promise<void>
}

export function makeFor(admin: ApiClient): Made {
  const depts: string[] = []
  const remember = async (ids: string[], id: Promise<string>) => {
    ids.push(await id)
    return ids.at(-1)!
  }
  const roles: string[] = []
  const others: [Resource, string][] = []
  return {
    goesToo: (resource, id) => void others.push([resource, id]),
    dept: (name, more = {}) =>
      remember(depts, admin.insert(departmentResource, { name, kind: 'CUSTOMER', status: 'NORMAL', ...more })),
    async user(username, more) {
      const given = { username, nickName: username, password: GIVEN_PASSWORD, status: 'NORMAL', ...more }
      const id = await admin.insert(userResource, given)
      if (given.status === 'NORMAL') await takeOver(admin.url, username, PASSWORD)
      return id
    },
    role: (code, more = {}) =>
      remember(
        roles,
        admin.insert(roleResource, { code, name: code, dataScope: 'SUBTREE', status: 'NORMAL', ...more }),
      ),
    async forget() {
      for (const deptId of depts.toReversed()) {
        const { list } = await admin.page(userResource, { deptId, limit: 100 })
        if (list.length > 0) await admin.remove(userResource, ...list.map(({ id }) => id))
      }
      for (const [resource, id] of others) await admin.remove(resource, id)
      if (roles.length > 0) await admin.remove(roleResource, ...roles)
      for (const id of depts.toReversed()) await admin.remove(departmentResource, id)
    },
  }
}

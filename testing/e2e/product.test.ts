import { deviceFaults, latest, productModel, productResource, sendCommand } from '@sluice/contract'
import { toHex } from '@sluice/kit'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../src/browser/browser.ts'
import {
  type ConsoleDriver,
  type ConsoleServer,
  openConsole,
  startConsoleServer,
} from '../src/browser/console-driver.ts'
import { makeDevice } from '../src/field/devices.ts'
import { connectStation, frameOf, reportOf, type TestStation } from '../src/field/station.ts'
import { ADMIN_PASSWORD } from '../src/platform/api.ts'
import { type ApiClient, createClient } from '../src/platform/client.ts'
import { until } from '../src/platform/wait.ts'

let server: ConsoleServer
let browser: Browser
let admin: ApiClient
let person: ConsoleDriver
let station: TestStation | undefined

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startConsoleServer(), launchBrowser()])
  admin = await createClient(server.url).signIn('admin', ADMIN_PASSWORD)
  person = await openConsole(browser, server.url)
  await person.signIn()
})

afterAll(async () => {
  if (process.env['SHOT']) await person.page.screenshot({ path: '/tmp/shot.png', fullPage: true })
  station?.socket.destroy()
  await browser?.close()
  await server?.stop()
})

/** Types a value into a cell and takes it. */
async function typeInto(cell: Locator, value: string): Promise<void> {
  await cell.fill(value)
  await cell.press('Enter')
}

/** Chooses from the list that a cell opens. */
async function pick(cell: Locator, typed: string): Promise<void> {
  await cell.click()
  await cell.fill(typed)
  await person.page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click()
}

/** The product as the server has it, once its draft says so. */
async function drafted(productNo: string, which: (draft: string) => boolean) {
  return until('the draft', async () => {
    const { list } = await admin.page(productResource, { keyword: productNo })
    const id = list[0]?.id
    const product = id === undefined ? undefined : await admin.call(productModel, { id })
    return product && which(JSON.stringify(product.draft?.model)) ? { id: id!, ...product } : undefined
  })
}

describe('a product made on the screen alone', () => {
  it('is described, published, and then reads, commands and watches a real station', async () => {
    const { page, screen } = person
    await person.open('/product/index')
    await screen.getByRole('button', { name: '新建产品' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('型号').fill('WELL-1')
    await form.getByLabel('产品名称').fill('机井水位站')
    await form.getByLabel('英文名称').fill('Well station')
    await form.getByLabel('协议').click()
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: 'SL651' }).click()
    await form.getByRole('button', { name: '确定' }).click()
    await screen.getByText('v1 草稿').first().waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/product\/index\/\d+$/)

    // A metric of the platform, and one of its own.
    await pick(screen.getByLabel('加平台属性…'), '水深')
    await screen.getByRole('button', { name: '新建属性' }).click()
    await form.getByLabel('键').fill('silt')
    await form.getByLabel('中文名称').fill('淤积深度')
    await form.getByLabel('英文名称').fill('Silt depth')
    await form.getByLabel('单位').fill('cm')
    await form.getByLabel('量程（之外为坏值） 最高').fill('200')
    await form.getByRole('button', { name: '确定' }).click()
    await screen.getByText('淤积深度').first().waitFor()

    // Which element is which, with its unit converted, and a bit that is a fault.
    const elements = screen.getByRole('region', { name: '要素' })
    for (const _n of [1, 2]) await elements.getByRole('button', { name: '加要素' }).click()
    await pick(elements.getByLabel('要素', { exact: true }).nth(0), '0E')
    await pick(elements.getByLabel('→ 属性').nth(0), '水深')
    await pick(elements.getByLabel('要素', { exact: true }).nth(1), '39')
    await pick(elements.getByLabel('→ 属性').nth(1), '淤积深度')
    await typeInto(elements.getByLabel('倍率').nth(1), '100')
    const bits = screen.getByRole('region', { name: '状态字 45' })
    await bits.getByRole('button', { name: '加一位' }).click()
    await typeInto(bits.getByLabel('位', { exact: true }), '4')
    await typeInto(bits.getByLabel('故障代码'), 'S07')

    // A command: reading.
    const commands = screen.getByRole('region', { name: '可下发的指令' })
    for (const name of ['OPEN', 'CLOSE', 'STOP', 'SET_OPENING', 'READ']) {
      await commands.getByRole('button', { name: /^加“/ }).click()
      if (name !== 'READ') await commands.getByText(name, { exact: true }).waitFor()
    }
    for (const name of ['OPEN', 'CLOSE', 'STOP', 'SET_OPENING']) {
      const own = commands.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })
      await own.getByRole('button', { name: /^移除/ }).click()
    }
    const { id } = await drafted('WELL-1', (text) => text.includes('"factor":100') && !text.includes('SET_OPENING'))

    // Undone and made again: the draft follows.
    await screen.getByRole('button', { name: '撤销' }).click()
    await drafted('WELL-1', (text) => text.includes('SET_OPENING'))
    await screen.getByRole('button', { name: '重做' }).click()
    await drafted('WELL-1', (text) => !text.includes('SET_OPENING'))

    // Tried before it is published: a frame becomes values, and one beyond its range is refused.
    const trial = screen.getByRole('region', { name: '试一试' })
    const link = { center: 1, station: '0012345678', password: '0000' }
    const frame = toHex(frameOf(reportOf(link, 1, { '0E': 42.5, '39': 3, '45': '00000010' }, { at: Date.now() })))
    await trial.getByLabel('报文').fill(frame)
    await trial.getByRole('button', { name: '试读' }).click()
    await trial.getByText('被拒：超出量程').waitFor()
    expect(await trial.locator('.tried-values').innerText()).toMatch(/淤积深度\s+300[\s\S]*水深\s+42\.50/)

    await screen.getByRole('button', { name: '发布 v1' }).click()
    await form.getByText('首次发布。').waitFor()
    await form.getByLabel('发布说明').fill('机井改造首批')
    await form.getByRole('button', { name: '发布', exact: true }).click()
    await screen.getByText('v1 在用').first().waitFor()

    const { id: deviceId, stationAddress } = await makeDevice(admin, { productNo: 'WELL-1', name: '三号机井' })
    station = await connectStation({ port: server.sl651Port, station: stationAddress })
    await station.report(1, { '0E': 42.5, '39': 1.25, '45': '00000010' })
    const { values } = await admin.call(latest, { deviceId })
    expect(values).toMatchObject({ waterDepth: { v: 42.5, q: 'GOOD' }, silt: { v: 125, q: 'GOOD' } })
    await station.report(2, { '39': 3 }, { at: Date.now() + 60_000 })
    expect((await admin.call(latest, { deviceId })).values['silt']).toMatchObject({ v: 300, q: 'BAD' })
    const fault = await until('the fault', async () =>
      (await admin.call(deviceFaults, { deviceId })).find(({ code }) => code === 'S07'),
    )
    expect(fault).toBeDefined()

    const asked = admin.call(sendCommand, { deviceId, code: 'READ', params: {}, idempotencyKey: 'well-read' })
    expect((await station.answer(({ func }) => func === '37')).func).toBe('37')
    await station.report(3, { '0E': 41, '45': '00000000' }, { at: Date.now() + 120_000 })
    await asked.catch(() => undefined)

    // Its page shows the values under their names, with the unit it was given.
    await page.goto(`/device/detail/${deviceId}`)
    await person.settled()
    await screen.getByText('淤积深度').first().waitFor()
    expect(await screen.getByText('300').first().isVisible()).toBe(true)
    expect(id).toMatch(/^\d+$/)
    expect(person.complaints).toEqual([])
  })

  it('is changed by a next version, which says what it changes, and rolled back by its list of versions', async () => {
    const { page, screen } = person
    await page.goto('/product/index')
    await screen.getByRole('link', { name: '机井水位站' }).click()
    await screen.getByText('v1 在用').first().waitFor()
    await screen.getByRole('button', { name: '修改', exact: true }).click()
    await typeInto(screen.getByLabel('倍率').nth(1), '10')
    const trial = screen.getByRole('region', { name: '试一试' })
    await trial.getByRole('button', { name: '回放一小时' }).click()
    await pick(trial.getByLabel('设备'), '三号机井')
    await trial.getByRole('button', { name: '回放', exact: true }).click()
    await trial.getByText('3 帧').waitFor()
    expect(await trial.locator('tbody').innerText()).toMatch(/淤积深度\s+125\.00\s+12\.50/)
    await screen.getByRole('button', { name: '发布 v2' }).click()
    const form = page.getByRole('dialog')
    await form.getByText('发布后 1 台设备会变').waitFor()
    expect(await form.locator('.change-list li').count()).toBe(1)
    expect(await form.locator('.change-values').innerText()).toContain('"factor":100')
    await form.getByLabel('发布说明').fill('传感器换成分米')
    await form.getByRole('button', { name: '发布', exact: true }).click()
    await screen.getByText('v2 在用').first().waitFor()
    await screen.getByRole('button', { name: 'v1', exact: true }).click()
    await form.locator('.change-list li').first().waitFor()
    await form.getByLabel('发布说明').fill('换回原传感器')
    await form.getByRole('button', { name: '回退到这个版本' }).click()
    await screen.getByText('v3 在用').first().waitFor()
    const { list } = await admin.page(productResource, { keyword: 'WELL-1' })
    const { inForce, versions } = await admin.call(productModel, { id: list[0]!.id })
    expect(JSON.stringify(inForce)).toContain('"factor":100')
    expect(versions.map(({ note }) => note)).toEqual(['换回原传感器', '传感器换成分米', '机井改造首批'])
    expect(person.complaints).toEqual([])
  })
})

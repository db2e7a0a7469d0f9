import { readFileSync } from 'node:fs'
import { forgetJob, jobRuns, userResource } from '@sluice/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Desk, type Made, makeFor, openDesk } from './administration.ts'
import { PATIENT } from './stage.ts'

const DEPT = '导入站'

let desk: Desk
let made: Made

beforeAll(async () => {
  desk = await openDesk()
  made = makeFor(desk.admin)
  const deptId = await made.dept(DEPT)
  await made.user('imp.old', { deptId, nickName: '旧名', phone: '13800000001' })
})
afterAll(async () => {
  for (const { id } of await desk.admin.call(jobRuns, {})) await desk.admin.call(forgetJob, { id })
  await made?.forget()
  await desk?.close()
})

const sheet = (rows: readonly string[]) => ({
  name: '用户.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['用户名,姓名,部门,手机号', ...rows].join('\n')),
})
const found = async (username: string) => (await desk.admin.page(userResource, { keyword: username })).list[0]

it('AD-9 users are imported from a sheet: template, the switch to update, and the outcome of each row as plain text', async () => {
  const { page, console_, form } = desk
  await desk.open('/admin/user?keyword=imp.')
  await console_.screen.getByRole('button', { name: '导入', exact: true }).click()

  const template = async (format: 'CSV' | 'XLSX') => {
    const arrives = page.waitForEvent('download')
    await form.getByRole('button', { name: `下载模板 ${format}` }).click()
    return readFileSync(await (await arrives).path())
  }
  expect((await template('CSV')).toString()).toContain('用户名 *,姓名 *,部门 *')
  expect((await template('XLSX')).subarray(0, 2).toString()).toBe('PK')

  const rows = [
    `imp.good,好的,${DEPT},13800000002`,
    `imp.bold,<b>粗</b><img src=x>,${DEPT},`,
    `imp.bad,电话错,${DEPT},123`,
    `imp.nowhere,没有部门,<i>不存在</i>,`,
    `imp.old,新名,${DEPT},`,
  ]
  await page.getByTestId('import-file').setInputFiles(sheet(rows))
  const report = page.getByTestId('import-report')
  const counts = () => form.locator('.import-counts li').allTextContents()
  const lines = () =>
    report
      .locator('tbody tr')
      .evaluateAll((all) => all.map((line) => [...line.querySelectorAll('td')].map((cell) => cell.textContent)))
  await expect.poll(counts, PATIENT).toEqual(['2 行可新增', '3 行未通过'])
  // The report is fetched after the counts are known.
  await expect.poll(lines, PATIENT).toEqual([
    ['4', '手机号', '格式不正确'],
    ['5', '部门', '内容不存在或已删除'],
    ['6', '用户名', '已被使用'],
  ])
  // A dry run: nothing is written yet.
  expect((await desk.admin.page(userResource, { keyword: 'imp.' })).total).toBe(1)

  await form.getByRole('checkbox', { name: /用户名已存在时更新该行/ }).check()
  await expect.poll(counts, PATIENT).toEqual(['2 行可新增', '1 行将更新', '2 行未通过'])
  expect(await found('imp.old')).toMatchObject({ nickName: '旧名' })
  await form.getByRole('button', { name: '导入 3 行' }).click()
  await expect.poll(counts, PATIENT).toEqual(['2 行已新增', '1 行已更新', '2 行未导入'])
  await expect.poll(async () => (await lines()).map(([row]) => row), PATIENT).toEqual(['4', '5'])
  expect(await report.locator('b, i, img').count()).toBe(0)

  // Their first passwords are downloaded once.
  const arrives = page.waitForEvent('download')
  await form.getByRole('button', { name: '下载初始密码' }).click()
  expect(readFileSync(await (await arrives).path()).length).toBeGreaterThan(100)
  await form.getByRole('button', { name: '完成', exact: true }).click()
  await form.waitFor({ state: 'hidden' })

  await desk.row('新名').waitFor()
  expect(await found('imp.old')).toMatchObject({ nickName: '新名', phone: '13800000001' })
  expect(await found('imp.bad')).toBeUndefined()
  // Markup in the sheet is plain text in the list.
  await desk.row('<b>粗</b><img src=x>').waitFor()
  expect(await console_.screen.locator('tbody b, tbody img[src="x"]').count()).toBe(0)
  expect(console_.complaints).toEqual([])
})

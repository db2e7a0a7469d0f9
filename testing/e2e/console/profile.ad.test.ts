import { saveAuthRole, userResource } from '@sluice/contract'
import { crc32, deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConsoleDriver } from '../../src/browser/console-driver.ts'
import { PASSWORD } from '../../src/platform/people.ts'
import { type Desk, type Made, makeFor, openDesk, resourcesOf } from './administration.ts'
import { PATIENT } from './stage.ts'

const NAME = 'ad.own'
const NEW_PASSWORD = 'willow-9-harbour'

let desk: Desk
let made: Made
let mine: ConsoleDriver
let userId: string

beforeAll(async () => {
  desk = await openDesk()
  made = makeFor(desk.admin)
  const deptId = await made.dept('个人测试站')
  userId = await made.user(NAME, { deptId, nickName: '本人' })
  // A user without permissions gets no further than /401 (RG-5).
  const role = await made.role('ROLE_AD_OWN', { resourceIds: await resourcesOf(desk.admin, ['device:list']) })
  await desk.admin.call(saveAuthRole, { userId, roleIds: [role] })
  mine = await desk.window(NAME)
  await mine.page.goto('/profile/index')
  await mine.settled()
})
afterAll(async () => {
  await made?.forget()
  await desk?.close()
})

const card = (title: string) =>
  mine.screen.locator('section').filter({ has: mine.page.getByRole('heading', { name: title, exact: true }) })
const told = (text: string) => mine.page.locator('.toast').filter({ hasText: text }).last().waitFor()

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A square PNG of one colour. */
function png(edge: number, [r, g, b]: readonly [number, number, number]): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(edge, 0)
  head.writeUInt32BE(edge, 4)
  head.set([8, 2], 8)
  const line = Buffer.concat([Buffer.alloc(1), Buffer.alloc(edge * 3, Buffer.from([r, g, b]))])
  const rows = Buffer.concat(Array.from({ length: edge }, () => line))
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
}

describe('the own profile', () => {
  it('AD-8 (1 of 2) a picture, images only and at most 2 MB, encoded anew by the server; the header shows it at once', async () => {
    const { page } = mine
    const give = (name: string, mimeType: string, buffer: Buffer) =>
      page.getByTestId('avatar-file').setInputFiles({ name, mimeType, buffer })
    const head = page.getByTestId('avatar-menu').locator('img.avatar')
    expect(await page.getByTestId('avatar-file').getAttribute('accept')).toBe('image/png,image/jpeg,image/webp')
    await give('page.png', 'image/png', Buffer.from('<html><script>alert(1)</script></html>'))
    await page.getByRole('alert').first().waitFor()
    expect(await head.count()).toBe(0)
    await give('large.png', 'image/png', Buffer.alloc(2 * 1024 * 1024 + 1, 1))
    await told('图片超过 2 MB，请选择较小的图片')
    expect(await head.count()).toBe(0)

    await give('me.png', 'image/png', png(64, [200, 30, 30]))
    await told('保存成功')
    await head.waitFor()
    const first = await head.getAttribute('src')
    const answer = await page.request.get(new URL(first!, page.url()).href)
    expect(answer.headers()['content-type']).toBe('image/webp')
    expect((await answer.body()).subarray(0, 4).toString()).toBe('RIFF')
    await give('other.png', 'image/png', png(64, [30, 30, 200]))
    await expect.poll(() => head.getAttribute('src'), PATIENT).not.toBe(first)

    await page.getByRole('button', { name: '移除头像' }).click()
    const question = page.getByRole('dialog', { name: '提示' })
    await question.getByRole('button', { name: '取消' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await head.count()).toBe(1)
    await page.getByRole('button', { name: '移除头像' }).click()
    await question.getByRole('button', { name: '移除头像' }).click()
    await head.waitFor({ state: 'detached' })
    expect(mine.complaints.filter((one) => !one.includes('status of 400'))).toEqual([])
  })

  it('AD-8 (2 of 2) the own data are changed in a form; the header has the new name at once', async () => {
    const { page } = mine
    const own = card('基本资料')
    const field = (label: string) => own.getByLabel(new RegExp(`^${label}\\*?$`))
    await field('姓名').fill('')
    await field('手机号').fill('123')
    await own.getByRole('button', { name: '保存' }).click()
    await own.getByText('请输入姓名').waitFor()
    await own.getByText('请输入 11 位手机号').waitFor()
    await field('姓名').fill('改了名')
    await field('手机号').fill('13800000007')
    await field('邮箱').fill('own@water.example')
    await field('简介').fill('值班')
    await mine.choose('性别', '女')
    await own.getByRole('button', { name: '保存' }).click()
    await page.getByTestId('avatar-menu').getByText('改了名').waitFor()
    expect(await desk.admin.get(userResource, userId)).toMatchObject({
      nickName: '改了名',
      phone: '13800000007',
      email: 'own@water.example',
      sex: 'FEMALE',
    })
    // Fields that administrators decide are shown, not editable.
    const account = mine.screen.locator('section').first()
    expect(await account.textContent()).toMatch(/用户名ad\.own.*部门个人测试站/)
    await page.reload()
    await mine.settled()
    expect(await field('简介').inputValue()).toBe('值班')
  })

  it('AD-4 old, new and repeated password; a wrong old one and an invalid new one are different errors; other sessions end', async () => {
    const { page } = mine
    const other = await desk.window(NAME)
    const own = card('修改密码')
    const field = (label: string) => own.getByLabel(label, { exact: true })
    const send = () => own.getByRole('button', { name: '修改密码' }).click()
    const fill = async (old: string, fresh: string, repeat: string) => {
      await field('旧密码').fill(old)
      await field('新密码').fill(fresh)
      await field('确认新密码').fill(repeat)
    }
    await send()
    for (const text of ['请输入旧密码', '请输入新密码', '请输入确认新密码']) await own.getByText(text).waitFor()
    await fill(PASSWORD, PASSWORD, PASSWORD)
    await send()
    await own.getByText('新密码不能与旧密码相同').waitFor()
    await fill('not-the-passw0rd', NEW_PASSWORD, 'willow-8-harbour')
    await send()
    await own.getByText('两次输入的密码不一致').waitFor()
    await field('确认新密码').fill(NEW_PASSWORD)
    await send()
    await own.getByText('旧密码错误').waitFor()
    await field('旧密码').fill(PASSWORD)
    await send()
    await told('密码已修改，其他登录已失效')
    expect(await field('旧密码').inputValue()).toBe('')

    await other.page.reload()
    await other.page.waitForURL((url) => url.pathname === '/login')
    await page.reload()
    await page.getByTestId('avatar-menu').waitFor()
    await other.fillLogin(NAME, NEW_PASSWORD)
    await other.page.getByTestId('avatar-menu').waitFor()
  })
})

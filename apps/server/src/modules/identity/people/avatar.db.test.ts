import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../../../../../testing/src/platform/api.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../../testing/src/platform/database.ts'
import { headersOf, type Visitor } from '../../../../../../testing/src/browser/sign-in.ts'
import { createCredentialFixture } from '../../../../../../testing/src/platform/credential.fixture.ts'

let database: TestDatabase
let test: TestApi
let fixture: ReturnType<typeof createCredentialFixture>
let person: Visitor & { id: string }

beforeAll(async () => {
  database = await createTestDatabase()
  test = await createTestApi(database.db)
  fixture = createCredentialFixture(test, database.db)
})
afterAll(async () => {
  await test?.close()
  await database?.drop()
})
beforeEach(async () => {
  await database.db.query('delete from login_guard')
  person ??= await fixture.person(await fixture.dept('pictures'), [])
})

const send = (bytes: Buffer) => fixture.post(person, '/sysUser/avatar', { picture: bytes.toString('base64') })
const fetchPicture = (url: string, who: Partial<Visitor> = person) =>
  test.api.http.app.inject({ url, headers: { host: 'localhost', ...headersOf(who) } })
const pathOf = ({ data }: { data: unknown }) => (data as { avatarPath: string }).avatarPath

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2a7fc0' } })

describe('AD-8 (part), SEC-19 (part) the picture of a person', () => {
  it.each(['png', 'jpeg', 'webp'] as const)(
    'takes %s by its bytes and draws it anew as 256 px WebP',
    async (format) => {
      const given = await plain(900, 300)
        .withExif({ IFD0: { Copyright: 'who took it' } })
        .toFormat(format)
        .toBuffer()
      const answer = await send(given)
      expect(answer).toMatchObject({ code: 0 })
      const served = await fetchPicture(pathOf(answer))
      expect(served.statusCode).toBe(200)
      const { width, height, format: drawn, exif } = await sharp(served.rawPayload).metadata()
      expect({ width, height, drawn, exif }).toEqual({ width: 256, height: 256, drawn: 'webp', exif: undefined })
      expect(served.headers).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, max-age=31536000, immutable',
      })
    },
  )

  it('turns up in user info at once, under a new random name each time; the old one leads nowhere', async () => {
    const png = await plain(10, 10).png().toBuffer()
    const [one, two] = [pathOf(await send(png)), pathOf(await send(png))]
    expect(one).toMatch(/^\/security\/v1\/avatar\/[0-9a-f]{32}\.webp$/)
    expect(two).not.toBe(one)
    expect((await fixture.get(person, '/sysUser/getInfo')).data).toMatchObject({ avatarPath: two })
    expect((await fetchPicture(one)).statusCode).toBe(404)
    expect(await fixture.post(person, '/sysUser/removeAvatar')).toMatchObject({ code: 0 })
    expect((await fixture.get(person, '/sysUser/getInfo')).data).toMatchObject({ avatarPath: null })
    expect((await fetchPicture(two)).statusCode).toBe(404)
  })

  it('is the picture of that person alone, whoever uploads or removes one', async () => {
    const other = await fixture.person(await fixture.dept('neighbours'), [])
    const infoOf = async (who: Visitor) => (await fixture.get(who, '/sysUser/getInfo')).data
    const mine = pathOf(await send(await plain(10, 10).png().toBuffer()))
    expect(await infoOf(other)).toMatchObject({ avatarPath: null })
    expect(await fixture.post(other, '/sysUser/removeAvatar')).toMatchObject({ code: 0 })
    expect(await infoOf(person)).toMatchObject({ avatarPath: mine })
    expect((await fetchPicture(mine)).statusCode).toBe(200)
    const names = ['', 'x.webp', `${mine.slice(mine.lastIndexOf('/') + 1)}x`]
    for (const name of names) expect((await fetchPicture(`/security/v1/avatar/${name}`)).statusCode).toBe(404)
  })

  it('refuses what only calls itself a picture, drawings with scripts, broken and other formats', async () => {
    const png = await plain(300, 300).png().toBuffer()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>')
    const gif = await plain(9, 9).gif().toBuffer()
    for (const bytes of [Buffer.from('hello'), svg, gif, png.subarray(0, 200), Buffer.from('GIF89a;')]) {
      expect(await send(bytes)).toMatchObject({ code: 400, data: { error: 'not-a-picture' } })
    }
  })

  it('draws one picture at a time, however many are sent at once, and sends the rest away', async () => {
    const png = await plain(5000, 4000).png().toBuffer()
    let most = 0
    const look = setInterval(() => {
      most = Math.max(most, sharp.counters().process)
    }, 2)
    const answers = await Promise.all(Array.from({ length: 23 }, () => send(png)))
    clearInterval(look)
    expect(most).toBe(1)
    const codes = answers.map(({ code }) => code).toSorted((one, other) => one - other)
    expect(codes).toEqual([...Array.from({ length: 21 }, () => 0), 429, 429])
    expect(answers.find(({ code }) => code === 429)?.headers['retry-after']).toBe('5')
  })

  it('refuses more than 2 MB, and a small file that unfolds into too many points', async () => {
    const large = await send(Buffer.alloc(2 * 1024 * 1024 + 3))
    expect([400, 413]).toContain(large.code)
    const bomb = await plain(8000, 8000).png({ compressionLevel: 9 }).toBuffer()
    expect(bomb.length).toBeLessThan(2 * 1024 * 1024)
    expect(await send(bomb)).toMatchObject({ data: { error: 'not-a-picture' } })
    const noise = Buffer.alloc(1_900_000, 7)
    // Large, yet within the limit: what it is decides, not the size of a form.
    expect(await send(noise)).toMatchObject({ data: { error: 'not-a-picture' } })
  })

  it('shows pictures to people who are signed in, and writes down a change without the picture', async () => {
    const path = pathOf(await send(await plain(10, 10).png().toBuffer()))
    expect((await fetchPicture(path, {})).statusCode).toBe(401)
    expect((await fetchPicture(path, { cookie: test.admin.cookie })).statusCode).toBe(200)
    expect(await fixture.post(person, '/sysUser/removeAvatar')).toMatchObject({ code: 0 })
    const { rows } = await database.db.query(
      "select before, after from oper_log where action = 'user.avatar' order by id desc limit 2 /* unscoped:test */",
    )
    expect(rows).toMatchObject([
      { before: { avatarPath: path }, after: { avatarPath: null } },
      { after: { avatarPath: path } },
    ])
  })
})

import { FILE_DAY_BYTES, type FileFacts, fileMaxBytes, uploadFile } from '@sluice/contract'
import { sweepFiles } from '@sluice/server/src/platform/file/file-sweep.ts'
import type { Mounted } from '@sluice/server/src/platform/http/mount-operation.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { headersOf, type Visitor } from '../browser/sign-in.ts'
import { checkForeignIds } from '../invariants/foreign-id-invariant.ts'
import { checkRoutes } from '../invariants/route-invariant.ts'
import type { ApiClient } from '../platform/client.ts'
import { makeDept, makePerson } from '../platform/people.ts'
import type { TestPlatform } from '../platform/platform.ts'
import { exportOf } from '../platform/sheets.ts'
import { type DocumentScreen, startScreen } from './start-screen.ts'
import { workOrderResource } from './work-order.resource.ts'

/** Transitions have tests of their own. */
const STATES = /^(start|finish|cancel)$/

let screen: DocumentScreen
let platform: TestPlatform
let deptId: string
let worker: ApiClient
let stranger: ApiClient
let photo: Buffer

beforeAll(async () => {
  screen = await startScreen()
  platform = screen.platform
  const { admin, db } = platform
  deptId = await makeDept(admin, 'works')
  worker = await makePerson(admin, db, { deptId })
  stranger = await makePerson(admin, db, { deptId: await makeDept(admin, 'elsewhere') })
  photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#2a6' } })
    .png()
    .toBuffer()
})
afterAll(() => screen?.stop())

const send = (who: ApiClient, content: Buffer | string, name = 'valve.png', accept: 'photo' | 'any' = 'photo') =>
  who.call(uploadFile, { name, accept, content: Buffer.from(content).toString('base64') })
const errorOf = async (who: ApiClient, content: Buffer | string, accept: 'photo' | 'any') => {
  const body = { name: 'photo.jpg', accept, content: Buffer.from(content).toString('base64') }
  const { data } = await who.answer('POST', uploadFile.path, body)
  return (data as { error?: string }).error
}
const fieldsOf = (done: Promise<unknown>) =>
  done.then(
    () => null,
    (error: { fields?: object }) => error.fields,
  )
let orders = 0
const order = (who: ApiClient, more: Record<string, unknown>) =>
  who.insert(workOrderResource, { orderNo: `F-${(orders += 1)}`, deptId, ...more })
const photosOf = async (id: string) =>
  (await platform.admin.get(workOrderResource, id))['photos'] as unknown as FileFacts[]
const fetchFile = (who: ApiClient, query: Record<string, string>, headers = {}) =>
  fetch(new URL(`/device/v1/workOrder/file?${new URLSearchParams(query)}`, platform.url), {
    headers: { ...headersOf(who.visitor), ...headers },
  })
const stored = async (ids: readonly string[]) => {
  const { rows } = await platform.db.query<{ id: string }>(
    'select id from stored_file where id = any($1::bigint[]) order by id',
    [ids],
  )
  return rows.map(({ id }) => id)
}
const age = (id: string, hours: number) =>
  platform.db.query('update stored_file set create_time = create_time - make_interval(hours => $2) where id = $1', [
    id,
    hours,
  ])
const sweep = () => sweepFiles(platform.platform.api)

test('files are uploaded, referred to in order, answered with their facts, and removed', async () => {
  const { admin } = platform
  const [one, two, paper] = [
    await send(worker, photo),
    await send(worker, photo, '阀门 2.JPG'),
    await send(worker, '%PDF-1.7 x', 'plan.pdf', 'any'),
  ]
  expect(one).toMatchObject({ name: 'valve.webp', type: 'image/webp' })
  const id = await order(worker, { photos: [two.id, one.id], papers: [paper.id] })
  expect(await photosOf(id)).toEqual([two, one])
  const page = await admin.page(workOrderResource, { keyword: `F-${orders}` })
  expect(page.list[0]).toMatchObject({
    photos: [two, one],
    papers: [{ id: paper.id, name: 'plan.pdf', type: 'application/pdf', size: 10 }],
  })
  await worker.update(workOrderResource, id, { photos: [one.id] })
  expect(await photosOf(id)).toEqual([one])
  await worker.update(workOrderResource, id, { cost: 5 })
  expect(await photosOf(id)).toEqual([one])
  await worker.update(workOrderResource, id, { photos: null })
  expect(await photosOf(id)).toEqual([])
})

test('what a camera wrote about its place is kept beside the photo, and is in the photo no more', async () => {
  const gps = {
    GPSLatitudeRef: 'N',
    GPSLatitude: '30/1 16/1 264/10',
    GPSLongitudeRef: 'E',
    GPSLongitude: '120/1 9/1 18/1',
  }
  const located = await sharp(photo).jpeg().withExif({ IFD3: gps }).toBuffer()
  expect((await sharp(located).metadata()).exif).toBeDefined()
  const sent = await send(worker, located, 'valve.jpg')
  expect(sent.place).toEqual({ lng: 120.155, lat: expect.closeTo(30.274, 6), accuracyM: null, by: 'CAMERA' })
  const id = await order(worker, { photos: [sent.id] })
  expect(await photosOf(id)).toEqual([sent])
  const shown = await fetchFile(worker, { id, field: 'photos', file: sent.id })
  expect((await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).exif).toBeUndefined()
  expect(await send(worker, photo)).not.toHaveProperty('place')
})

test('a row answers its own files only: not those of a row of another kind that has its number', async () => {
  const [own, ofDevice] = [await send(worker, photo), await send(worker, photo)]
  const id = await order(worker, { photos: [own.id] })
  const place = "resource = 'device', row_id = $2, field = 'photos'"
  await platform.db.query(`update stored_file set ${place} where id = $1`, [ofDevice.id, id])
  expect(await photosOf(id)).toEqual([own])
  const { list } = await platform.admin.page(workOrderResource, { keyword: `F-${orders}` })
  expect(list[0]).toMatchObject({ photos: [own] })
  expect((await fetchFile(worker, { id, field: 'photos', file: ofDevice.id })).status).toBe(404)
})

test('only the caller’s own unused uploads are accepted: other ids are refused with the name of the field', async () => {
  const foreign = await send(stranger, photo)
  const own = await send(worker, photo)
  const paper = await send(worker, photo, 'a.png', 'any')
  const taken = await order(worker, { photos: [own.id] })
  for (const id of [foreign.id, own.id, paper.id, '999999', '0', '-1', 'x'])
    expect(await fieldsOf(order(worker, { photos: [id] }))).toEqual({ photos: 'file-gone' })
  const mine = await send(worker, photo)
  expect(await fieldsOf(order(worker, { photos: [mine.id, foreign.id] }))).toEqual({ photos: 'file-gone' })
  expect(await fieldsOf(worker.update(workOrderResource, taken, { photos: [own.id, foreign.id] }))).toEqual({
    photos: 'file-gone',
  })
  expect(await photosOf(taken)).toEqual([own])
  expect(await stored([foreign.id, mine.id])).toEqual([foreign.id, mine.id].toSorted((a, b) => Number(a) - Number(b)))
  const four = [mine.id, ...(await Promise.all([1, 2, 3].map(async () => (await send(worker, photo)).id)))]
  expect(await fieldsOf(order(worker, { photos: four }))).toEqual({ photos: 'too-big' })
})

test('a file opens only for users who may see its row, with the permission, and at its own address', async () => {
  const { admin, db } = platform
  const file = await send(worker, photo)
  const id = await order(worker, { photos: [file.id] })
  const other = await order(worker, {})
  const at = { id, field: 'photos', file: file.id }
  const keyless = await makePerson(admin, db, { deptId, keys: [] })
  const pending = await send(worker, photo)
  const answers = [
    [worker, at, 200],
    [stranger, at, 404],
    [keyless, at, 403],
    [worker, { ...at, id: other }, 404],
    [worker, { ...at, field: 'papers' }, 404],
    [worker, { ...at, field: 'orderNo' }, 400],
    [worker, { ...at, file: pending.id }, 404],
    [worker, { ...at, file: 'x' }, 404],
  ] as const
  for (const [who, query, status] of answers)
    expect([query, (await fetchFile(who, query)).status]).toEqual([query, status])
  const nobody = await fetch(new URL(`/device/v1/workOrder/file?${new URLSearchParams(at)}`, platform.url))
  expect(nobody.status).toBe(401)
})

test('a photo is shown inline, any other file is a download; no type sniffing, no scripts, no shared caching', async () => {
  const html = await send(worker, '<html><script>alert(1)</script>', 'a.png', 'any')
  const svg = await send(worker, '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>', 'b.svg', 'any')
  const raw = await send(worker, photo, 'raw.png', 'any')
  const drawn = await send(worker, photo)
  const id = await order(worker, { photos: [drawn.id], papers: [html.id, svg.id, raw.id] })
  const expected = [
    ['photos', drawn.id, 'image/webp', 'inline'],
    ['papers', html.id, 'application/octet-stream', 'attachment'],
    ['papers', svg.id, 'application/octet-stream', 'attachment'],
    ['papers', raw.id, 'image/png', 'attachment'],
  ] as const
  for (const [field, file, type, how] of expected) {
    const { headers, body } = await fetchFile(worker, { id, field, file })
    await body?.cancel()
    expect(headers.get('content-type')).toBe(type)
    expect(headers.get('content-disposition')).toMatch(new RegExp(`^${how}; `))
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(headers.get('cache-control')).toBe('private, no-cache')
  }
  const tag = (await fetchFile(worker, { id, field: 'photos', file: drawn.id })).headers.get('etag')!
  const again = await fetchFile(worker, { id, field: 'photos', file: drawn.id }, { 'if-none-match': tag })
  expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0])
  expect((await fetchFile(stranger, { id, field: 'photos', file: drawn.id }, { 'if-none-match': tag })).status).toBe(
    404,
  )
})

test('a photo is judged by its bytes: false types, decompression bombs and broken files are refused, and camera data is removed', async () => {
  const bomb = await sharp({ create: { width: 8000, height: 6000, channels: 3, background: '#000' } })
    .png()
    .toBuffer()
  const lies = [
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '%PDF-1.7',
    Buffer.from([0xff, 0xd8, 0xff, 1, 2]),
    'GIF89a',
  ]
  for (const lie of [...lies, bomb, photo.subarray(0, 60)]) {
    expect(await errorOf(worker, lie, 'photo')).toBe('not-a-picture')
  }
  const large = await sharp({ create: { width: 4000, height: 1000, channels: 3, background: '#aaa' } })
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .jpeg()
    .toBuffer()
  const file = await send(worker, large, 'wide.jpeg')
  const id = await order(worker, { photos: [file.id] })
  const kept = await sharp(
    await (await fetchFile(worker, { id, field: 'photos', file: file.id })).arrayBuffer(),
  ).metadata()
  expect(kept).toMatchObject({ format: 'webp', width: 2560, height: 640 })
  expect(kept.exif).toBeUndefined()
})

test('a file name is sent complete and escaped', async () => {
  const names = [
    ['../../etc/passwd', 'passwd'],
    ['C:\\temp\\a.txt', 'a.txt'],
    ['a"; filename="b.exe', 'a"; filename="b.exe'],
    ['a\r\nSet-Cookie: x=1.txt', 'aSet-Cookie: x=1.txt'],
    ['photo\u202Egpj.exe', 'photogpj.exe'],
    ['..', 'file'],
    ["it's (1)*.txt", "it's (1)*.txt"],
    ['图纸 №1.txt', '图纸 №1.txt'],
    [`${'长'.repeat(150)}.txt`, `${'长'.repeat(116)}.txt`],
  ] as const
  for (const [given, kept] of names) {
    const file = await send(worker, 'x', given, 'any')
    expect(file.name).toBe(kept)
    const id = await order(worker, { papers: [file.id] })
    const { headers } = await fetchFile(worker, { id, field: 'papers', file: file.id })
    const said = headers.get('content-disposition')!
    expect(said).toMatch(/^attachment; filename="[A-Za-z0-9._-]+"; filename\*=UTF-8''[A-Za-z0-9%._~!-]+$/)
    expect(decodeURIComponent(said.split("''")[1]!)).toBe(kept)
    expect(headers.get('set-cookie')).toBeNull()
  }
})

test('file size, the user’s daily amount and the total daily amount are limited, and the refusal names the limit', async () => {
  const { admin, db } = platform
  expect(await errorOf(worker, Buffer.alloc(fileMaxBytes('any') + 1), 'any')).toBe('file-too-large')
  const sender = await makePerson(admin, db, { deptId, keys: [] })
  const used = (userId: string, bytes: number) =>
    db.query(
      `insert into stored_file (name, type, size, sha256, content, picture, create_by, create_time)
       select 'x', 'x', $2, '', '', false, $1, $3 from generate_series(1, $4::int)`,
      [userId, 2 ** 20, platform.platform.api.clock.now(), bytes / 2 ** 20],
    )
  await used(sender.userId, FILE_DAY_BYTES.person - 2 ** 20)
  await send(sender, Buffer.alloc(2 ** 20 - 16 * 1024), 'last.bin', 'any')
  await send(sender, 'x', 'tiny', 'any')
  const person = await sender.answer('POST', uploadFile.path, { name: 'x', accept: 'any', content: 'eA==' })
  expect(person).toMatchObject({ status: 409, data: { error: 'files-of-day', of: 'person', mb: 200 } })
  expect(person.message).toContain('200 MB')
  expect(await errorOf(worker, 'x', 'any')).toBeUndefined()
  await used('0', FILE_DAY_BYTES.all - FILE_DAY_BYTES.person)
  const all = await worker.answer('POST', uploadFile.path, { name: 'x', accept: 'any', content: 'eA==' })
  expect(all).toMatchObject({ status: 409, data: { error: 'files-of-day', of: 'all' } })
  await db.query("update stored_file set create_time = create_time - interval '25 hours' where type = 'x'")
  expect(await errorOf(sender, 'x', 'any')).toBeUndefined()
  await sweep()
})

test('unreferenced uploads are deleted after a day, referenced ones stay', async () => {
  const [old, fresh, used, removed] = await Promise.all([1, 2, 3, 4].map(async () => (await send(worker, photo)).id))
  const id = await order(worker, { photos: [used, removed] })
  await worker.update(workOrderResource, id, { photos: [used] })
  for (const one of [old, used, removed]) await age(one!, 25)
  await age(fresh!, 23)
  await sweep()
  expect(await stored([old!, fresh!, used!, removed!])).toEqual(
    [fresh!, used!].toSorted((a, b) => Number(a) - Number(b)),
  )
})

test('a cleanup waits for a row that is taking the upload, and the later of the two sees the result', async () => {
  const { db } = platform
  const { id } = await send(worker, photo)
  await age(id, 25)
  let swept: Promise<void> | undefined
  await db.transaction(async (tx) => {
    await tx.query("update stored_file set resource = 'workOrder', row_id = $2, field = 'photos' where id = $1", [
      id,
      await order(worker, {}),
    ])
    swept = sweep()
    await new Promise((resolve) => setTimeout(resolve, 200))
  })
  await swept
  expect(await stored([id])).toEqual([id])
  const late = await send(worker, photo)
  await age(late.id, 25)
  const [, refused] = await Promise.all([sweep(), fieldsOf(order(worker, { photos: [late.id] }))])
  const left = await stored([late.id])
  expect([left, refused]).toEqual(refused === null ? [[late.id], null] : [[], { photos: 'file-gone' }])
})

test('of two rows that claim one upload, one gets it', async () => {
  const { id } = await send(worker, photo)
  const refused = await Promise.all([1, 2, 3].map(() => fieldsOf(order(worker, { photos: [id] }))))
  expect(refused.filter((one) => one === null)).toHaveLength(1)
})

test('files of a deleted row are restored with it, and deleted when it cannot be restored', async () => {
  const { db } = platform
  const { id: file } = await send(worker, photo)
  const id = await order(worker, { photos: [file] })
  await age(file, 100)
  await worker.remove(workOrderResource, id)
  expect((await fetchFile(worker, { id, field: 'photos', file })).status).toBe(404)
  await sweep()
  expect(await worker.answer('POST', '/device/v1/workOrder/restore', { id })).toMatchObject({ code: 0 })
  expect((await fetchFile(worker, { id, field: 'photos', file })).status).toBe(200)
  await worker.remove(workOrderResource, id)
  await db.query(
    "update work_order set update_time = now() - interval '59 minutes' where id = $1 /* unscoped:test */",
    [id],
  )
  await sweep()
  expect(await stored([file])).toEqual([file])
  await db.query(
    "update work_order set update_time = now() - interval '61 minutes' where id = $1 /* unscoped:test */",
    [id],
  )
  await sweep()
  expect(await stored([file])).toEqual([])
})

test('its calls check session, permission, origin and department as every call does', async () => {
  const { admin, db } = platform
  const { api } = platform.platform
  const { id: file } = await send(worker, photo)
  const id = await order(worker, { photos: [file] })
  const keyless = (await makePerson(admin, db, { deptId, keys: [] })).visitor as Visitor
  const isOwn = ({ resource }: Mounted) =>
    resource?.resource.name === workOrderResource.name && !STATES.test(resource.verb)
  const mounted = api.mounted.filter((call) => isOwn(call) || call.path === uploadFile.path)
  expect(mounted.map(({ path }) => path)).toContain('/device/v1/workOrder/file')
  const foreigner = stranger.visitor as Visitor
  const check = { api: { ...api, mounted }, keyless, foreigner, foreignRows: { workOrder: id } }
  expect(await checkRoutes(check)).toEqual([])
  const ids = { order: id, file }
  const { found, sent } = await checkForeignIds({ ...check, headers: headersOf(foreigner), ids, mark: /works|F-\d/ })
  expect(found).toEqual([])
  expect(sent).toBeGreaterThan(10)
})

test('sheets leave files out, no list is sorted by them', async () => {
  const { admin } = platform
  const sheet = exportOf(worker, workOrderResource, { columns: ['orderNo', 'photos'] })
  expect(await fieldsOf(sheet.then(() => undefined))).toEqual({ columns: 'not-an-option' })
  expect(await fieldsOf(admin.page(workOrderResource, { sort: 'photos' }))).toEqual({ sort: 'not-an-option' })
})

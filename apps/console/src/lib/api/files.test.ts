import { uploadFile, userResource } from '@sluice/contract'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { addressOf } from './service-bases.ts'
import { startTexts, t } from '../text/text.ts'
import { FileFailure, fileContent, isPhoto, sendFile } from './files.ts'

/** The request of an upload; a test answers it. */
class Sent {
  static made = Promise.withResolvers<Sent>()
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onerror?: () => void
  onload?: () => void
  responseText = ''
  readonly headers: Record<string, string> = {}
  method = ''
  address = ''
  body: Record<string, unknown> = {}
  constructor() {
    Sent.made.resolve(this)
  }
  open(method: string, address: string) {
    this.method = method
    this.address = address
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  send(body: string) {
    this.body = JSON.parse(body) as Record<string, unknown>
  }
  answer(envelope: unknown) {
    this.responseText = typeof envelope === 'string' ? envelope : JSON.stringify(envelope)
    this.onload!()
  }
}

const FACTS = { id: 'f1', name: 'a.txt', type: 'text/plain', size: 2 }
const parts: number[] = []

/** An upload under way. */
async function begun(name = 'a.txt') {
  vi.stubGlobal('XMLHttpRequest', Sent)
  parts.length = 0
  Sent.made = Promise.withResolvers()
  const upload = sendFile(new File(['ab'], name), 'any', (part) => parts.push(part))
  // A refusal is looked at later.
  upload.catch(() => undefined)
  return { upload, request: await Sent.made.promise }
}

beforeAll(() => startTexts('zh-CN'))
afterEach(() => vi.unstubAllGlobals())

test('a file is sent with its name and content, and answered with its facts', async () => {
  const { upload, request } = await begun()
  expect(request.body).toEqual({ name: 'a.txt', accept: 'any', content: btoa('ab') })
  expect([request.method, request.address]).toEqual(['POST', addressOf(uploadFile.path)])
  expect(request.headers['content-type']).toBe('application/json')
  request.upload.onprogress!({ loaded: 1, total: 4 })
  request.upload.onprogress!({ loaded: 1, total: 0 })
  expect(parts).toEqual([0.25, 0])
  request.answer({ code: 0, message: 'ok', data: FACTS })
  expect(await upload).toEqual(FACTS)
})

test('a name that is too long keeps its end', async () => {
  const { request } = await begun(`${'x'.repeat(300)}.pdf`)
  expect(request.body['name']).toBe(`${'x'.repeat(196)}.pdf`)
})

test('a refusal says why, an answer that is none and a lost line say so', async () => {
  const failureOf = async (answer: (request: Sent) => void) => {
    const { upload, request } = await begun()
    answer(request)
    return upload.then(
      () => 'taken',
      (error: unknown) => error instanceof FileFailure && error.message,
    )
  }
  expect(await failureOf((request) => request.answer({ code: 4, message: '太大', data: null }))).toBe('太大')
  expect(await failureOf((request) => request.answer('<html>'))).toBe(t('files.failed'))
  expect(await failureOf((request) => request.onerror!())).toBe(t('net.offline'))
})

test('the content of a file is asked for with its row; one that is gone is told from a lost line', async () => {
  const place = { resource: userResource, row: '7', field: 'papers' }
  const asked: string[] = []
  let answer: () => Response | Promise<Response> = () => new Response('ab')
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return answer()
  })
  expect(await (await fileContent(place, 'f1')).text()).toBe('ab')
  expect(asked[0]).toMatch(/\?id=7&field=papers&file=f1$/)
  answer = () => new Response('', { status: 404 })
  await expect(fileContent(place, 'f1')).rejects.toThrow(t('files.gone'))
  answer = () => Promise.reject(new TypeError('no line'))
  await expect(fileContent(place, 'f1')).rejects.toThrow(t('net.offline'))
})

test('only what the server made an image of itself is shown as one', () => {
  expect([isPhoto({ type: 'image/webp' }), isPhoto({ type: 'image/svg+xml' })]).toEqual([true, false])
})

import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { setSession } from '../../../lib/access/session.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { PaletteHost } from '../palette-host.tsx'
import { closePalette, openScan, usePalette } from '../palette-state.ts'

const ROW = {
  id: '7',
  version: 1,
  name: '东干渠-12#阀',
  deviceNo: 'QH-0312',
  status: 'ONLINE',
  deviceTypeCode: 'VALVE',
}
/** What the camera sees now. */
let seen: string[] = []
const stopped = vi.fn<() => void>()
const asked: string[] = []

class FakeDetector {
  static getSupportedFormats = () => Promise.resolve(['qr_code'])
  detect = () => Promise.resolve(seen.map((rawValue) => ({ rawValue })))
}

function camera(getUserMedia: (() => Promise<unknown>) | undefined): void {
  const value = getUserMedia && { getUserMedia }
  Object.defineProperty(navigator, 'mediaDevices', { value, configurable: true })
}
/** What the torch was told; null: the camera has none. */
let torch: boolean[] | null = null
const track = {
  stop: stopped,
  getCapabilities: () => (torch ? { torch: true } : {}),
  applyConstraints({ advanced: [one] }: { advanced: [{ torch: boolean }] }) {
    torch!.push(one.torch)
    return torch!.length > 2 ? Promise.reject(new Error('taken')) : Promise.resolve()
  },
}
const works = () => Promise.resolve({ getTracks: () => [track], getVideoTracks: () => [track] })
const fails = (name: string) => () => Promise.reject(new DOMException('no', name))

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  seen = []
  torch = null
  asked.length = 0
  vi.stubGlobal('BarcodeDetector', FakeDetector)
  vi.stubGlobal('fetch', (url: string) => {
    const keyword = new URL(url, 'http://here').searchParams.get('keyword')
    if (keyword) asked.push(keyword)
    // The server also finds what only contains the number.
    const list = [{ ...ROW, id: '70', deviceNo: 'QH-03120' }, ROW]
    return Promise.resolve(Response.json({ code: 0, message: '', data: { list, total: 2, page: 1, limit: 20 } }))
  })
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  camera(works)
  const info = { token: 't', nickName: '王工', roles: [], resources: ['device:list'] }
  setSession(info as unknown as Parameters<typeof setSession>[0], [])
})
afterEach(() => {
  closePalette()
  cleanup()
  queryClient.clear()
  camera(undefined)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  stopped.mockClear()
})

function Where() {
  const { pathname, search } = useLocation()
  return <output data-testid="where">{pathname + search}</output>
}
const where = () => screen.getByTestId('where').textContent

function show(at = '/dashboard') {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[at]}>
        <PaletteHost screens={[]} />
        <Where />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('the number on a device opens its page, and the camera goes off', async () => {
  seen = ['QH-0312']
  show()
  act(openScan)
  await waitFor(() => expect(where()).toBe('/device/detail/7'))
  expect(asked).toEqual(['QH-0312'])
  await waitFor(() => expect(stopped).toHaveBeenCalledOnce())
  expect(usePalette.getState().shown).toBeNull()
})

test('so does the address of its page', async () => {
  seen = [`${window.location.origin}/device/detail/9`]
  show()
  act(openScan)
  await waitFor(() => expect(where()).toBe('/device/detail/9'))
  expect(asked).toEqual([])
})

test('other codes, and numbers that are out of sight, are said; then it goes on looking', async () => {
  seen = ['https://elsewhere.example/']
  show()
  act(openScan)
  await screen.findByText(/不是本平台设备/)
  seen = ['QH-9']
  await screen.findByText('可见范围内没有编号为 QH-9 的设备')
  expect(where()).toBe('/dashboard')
  // A code that stays before the camera is looked up once.
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(asked).toEqual(['QH-9'])
  seen = ['QH-0312']
  await waitFor(() => expect(where()).toBe('/device/detail/7'))
})

test('a camera with a torch has a button for it, one without has none; one that cannot be lit takes it away', async () => {
  show()
  act(openScan)
  await screen.findByText(/将摄像头对准/)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.queryByRole('button', { name: /灯/ })).toBeNull()
  act(closePalette)
  torch = []
  act(openScan)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: '开灯', pressed: false }))
  await user.click(await screen.findByRole('button', { name: '关灯', pressed: true }))
  await user.click(await screen.findByRole('button', { name: '开灯' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /灯/ })).toBeNull())
  expect(torch).toEqual([true, false, true])
})

test.each([
  ['这个地址不能使用摄像头', () => camera(undefined)],
  ['未获准使用摄像头', () => camera(fails('NotAllowedError'))],
  ['没有找到摄像头', () => camera(fails('NotFoundError'))],
  ['摄像头打不开', () => camera(fails('NotReadableError'))],
])('%s: said in words, with another way', async (words, arrange) => {
  arrange()
  show()
  act(openScan)
  expect(await screen.findByText(words)).toBeTruthy()
  await userEvent.setup().click(screen.getByRole('button', { name: '输入编号' }))
  expect(await screen.findByRole('combobox')).toBeTruthy()
})

test('where the browser has no reader of its own, or one of other codes, ours reads the picture', async () => {
  vi.doMock('qr/decode.js', () => ({ default: () => 'QH-0312' }))
  const picture = { drawImage: vi.fn<() => void>(), getImageData: () => ({ data: new Uint8ClampedArray(4) }) }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(picture as never)
  vi.spyOn(HTMLVideoElement.prototype, 'videoWidth', 'get').mockReturnValue(1280)
  vi.spyOn(HTMLVideoElement.prototype, 'videoHeight', 'get').mockReturnValue(720)
  vi.spyOn(FakeDetector, 'getSupportedFormats').mockResolvedValue(['ean_13'])
  show()
  act(openScan)
  await waitFor(() => expect(where()).toBe('/device/detail/7'))
  expect(picture.drawImage).toHaveBeenCalledWith(expect.anything(), 0, 0, 640, 360)
})

test('the shortcut of the home screen opens it once', async () => {
  show('/dashboard?start=scan')
  expect(await screen.findByTestId('scan')).toBeTruthy()
  expect(where()).toBe('/dashboard')
})

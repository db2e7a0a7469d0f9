import type { DeviceCertificate, DeviceCertificates } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { useSession } from '../../../lib/access/session.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { useAsk } from '../../../lib/page/ask.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { CertificateSection } from './certificate-section.tsx'

beforeAll(() => startTexts('zh-CN'))
afterEach(() => {
  cleanup()
  queryClient.clear()
  useSession.setState({ roles: [] })
  vi.unstubAllGlobals()
})

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

function certificate(id: string, more: Partial<DeviceCertificate> = {}): DeviceCertificate {
  const times = { validFrom: inDays(-10), validUntil: inDays(365), createTime: inDays(-1), usedTime: null }
  return { id, subject: `CN=${id}`, fingerprint: id.padEnd(64, '0'), ...times, ...more }
}

function shown(
  answer: DeviceCertificates,
  { roles = ['device:edit'], refused }: { roles?: string[]; refused?: string } = {},
) {
  const calls: { path: string; body: unknown }[] = []
  useSession.setState({ roles })
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (init?.method !== 'POST') return Response.json({ code: 0, message: '', data: answer })
    calls.push({ path: new URL(url, 'http://x').pathname, body: JSON.parse(String(init.body)) })
    const data = refused ? { error: 'validation', fields: { pem: refused } } : { ...answer, list: [] }
    return Response.json({ code: refused ? 400 : 0, message: '', data }, { status: refused ? 400 : 200 })
  })
  render(
    <QueryClientProvider client={queryClient}>
      <CertificateSection deviceId="7" />
    </QueryClientProvider>,
  )
  return calls
}

const lineOf = async (name: string) => (await screen.findByText(`CN=${name}`)).closest('li')!

test.each([
  ['ends in a year', { validUntil: inDays(365) }, /有效期至 \d{4}-\d\d-\d\d/, false],
  ['ends in 31 days', { validUntil: inDays(31) }, /有效期至/, false],
  ['ends within thirty days', { validUntil: inDays(29.5) }, /还有 29 天过期/, true],
  ['has ended', { validUntil: inDays(-1) }, /过期，设备不能再用它接入/, true],
  ['has not begun', { validFrom: inDays(2) }, /起有效/, true],
])('a certificate that %s says so', async (_what, more, words, isTold) => {
  shown({ tlsPort: 8883, list: [certificate('a', more)] })
  const line = await lineOf('a')
  expect(line.textContent).toMatch(words)
  expect(line.querySelector('.certificate-told') !== null).toBe(isTold)
})

test('one says when it was last used, and one that was not used says that', async () => {
  shown({ tlsPort: 8883, list: [certificate('a', { usedTime: '2030-01-02T04:00:00.000Z' }), certificate('b')] })
  expect((await lineOf('a')).textContent).toContain('最近使用 2030-01-02')
  expect((await lineOf('b')).textContent).toContain('尚未使用')
})

test('without a port for TLS it says what to set', async () => {
  shown({ tlsPort: null, list: [certificate('a')] })
  expect(await screen.findByText(/SLUICE_MQTT_TLS_CERT/)).toBeTruthy()
})

test('one is removed after a yes, and the list is the one of the answer', async () => {
  const calls = shown({ tlsPort: 8883, list: [certificate('a'), certificate('b')] })
  fireEvent.click(await screen.findByRole('button', { name: '移除证书 CN=b' }))
  await vi.waitFor(() => expect(useAsk.getState().open?.text).toContain('CN=b'))
  useAsk.getState().open?.answer(true)
  await vi.waitFor(() => expect(screen.queryByText('CN=b')).toBeNull())
  expect(calls).toEqual([{ path: expect.stringMatching(/removeCertificate$/), body: { deviceId: '7', id: 'b' } }])
})

test('one is registered from its file', async () => {
  const user = userEvent.setup()
  const calls = shown({ tlsPort: 8883, list: [] })
  await user.click(await screen.findByRole('button', { name: '登记证书' }))
  await user.upload(screen.getByTestId('import-file'), new File(['-----BEGIN…'], 'meter.pem'))
  await vi.waitFor(() =>
    expect((screen.getByLabelText('证书（PEM）') as HTMLTextAreaElement).value).toBe('-----BEGIN…'),
  )
  await user.click(screen.getAllByRole('button', { name: '登记证书' }).at(-1)!)
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]).toEqual({
    path: expect.stringMatching(/addCertificate$/),
    body: { deviceId: '7', pem: '-----BEGIN…' },
  })
})

test('a refusal stands beside the text, which stays', async () => {
  const user = userEvent.setup()
  shown({ tlsPort: 8883, list: [] }, { refused: 'private-key' })
  await user.click(await screen.findByRole('button', { name: '登记证书' }))
  const text = screen.getByLabelText('证书（PEM）') as HTMLTextAreaElement
  await user.click(text)
  await user.paste('a key')
  await user.click(screen.getAllByRole('button', { name: '登记证书' }).at(-1)!)
  expect(await screen.findByText('这是私钥：只登记证书，私钥留在设备里')).toBeTruthy()
  expect(text.value).toBe('a key')
})

test('whoever may not edit sees them only', async () => {
  shown({ tlsPort: 8883, list: [certificate('a')] }, { roles: [] })
  const line = await lineOf('a')
  expect(within(line).queryByRole('button', { name: /移除/ })).toBeNull()
  expect(screen.queryByRole('button', { name: '登记证书' })).toBeNull()
})

test('as many as there may be leave no room for another', async () => {
  shown({ tlsPort: 8883, list: ['a', 'b', 'c', 'd'].map((id) => certificate(id)) })
  await lineOf('d')
  expect(screen.queryByRole('button', { name: '登记证书' })).toBeNull()
})

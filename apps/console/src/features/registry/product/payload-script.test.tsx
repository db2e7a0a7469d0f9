import { type ProductModel, productVocabulary } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../../lib/access/session.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { ChangeList } from './draft/change-list.tsx'
import { ProductEditor } from './product-editor.tsx'

const SCRIPT = 'function decodeUplink({ bytes }) {\n  return { telemetry: { flow: bytes[0] } }\n}\n'
const MODEL: ProductModel = {
  productNo: 'OWN-1',
  name: '淤积传感器',
  englishName: 'Silt sensor',
  deviceTypeCode: 'SENSOR',
  nodeKind: 'DIRECT',
  protocol: 'TB_MQTT',
  keepsOnline: true,
  reportIntervalS: 300,
  points: ['flow'],
  uplink: { protocol: 'TB_MQTT', keys: [] },
  commands: [],
  downlinks: null,
}
const FLOW = { key: 'flow', kind: 'number', unit: 'm³/h', decimals: 2 }
const withScript = (script: string): ProductModel => ({ ...MODEL, uplink: { protocol: 'TB_MQTT', keys: [], script } })

let sent: { path: string; body: Record<string, unknown> }[]
let tried: object
let refused: object | null

function answerTo(path: string): unknown {
  if (path.includes(productVocabulary.path)) return { metrics: [FLOW], usual: [], protocols: [], elements: [] }
  if (path.includes('/saveDraft'))
    return { version: 2, problems: refused ? { 'uplink.script': 'wrong-script' } : {}, script: refused }
  if (path.includes('/product/try')) return tried
  const draft = { model: MODEL, base: 0, savedTime: '2026-11-26T08:00:00Z', byName: null }
  return { version: 1, versionNo: 0, status: 'DRAFT', inForce: null, draft, versions: [], devices: 0 }
}

beforeAll(() => startTexts('en-US'))
beforeEach(() => {
  useSession.setState({ roles: ['product:list', 'product:edit'] })
  sent = []
  refused = null
  tried = { hex: '', fields: [], fault: null, script: null, values: [], conditions: {} }
  vi.stubGlobal(
    'fetch',
    vi.fn<(url: string, request?: RequestInit) => Promise<Response>>((url, request) => {
      const path = String(url)
      if (request?.body) sent.push({ path, body: JSON.parse(String(request.body)) as Record<string, unknown> })
      return Promise.resolve(Response.json({ code: 0, message: 'ok', data: answerTo(path) }))
    }),
  )
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/cloud/product/1']}>
        <ProductEditor id="1" />
      </MemoryRouter>
    </QueryClientProvider>,
  )
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const modelsSaved = () =>
  sent.filter(({ path }) => path.includes('/saveDraft')).map(({ body }) => (body['model'] as ProductModel).uplink)

/** The editor of the script, which is loaded when there is one. */
async function begun() {
  fireEvent.click(await screen.findByText('Add script'))
  return screen.findByRole('textbox', { name: 'Payload script' }) as Promise<HTMLTextAreaElement>
}

test('a script is added, typed and stored; Tab indents, and leaves after Escape', async () => {
  const area = await begun()
  expect(area.value).toContain('function decodeUplink')
  fireEvent.change(area, { target: { value: SCRIPT } })
  area.setSelectionRange(0, 0)
  expect(fireEvent.keyDown(area, { key: 'Tab' })).toBe(false)
  expect(area.value).toBe(`  ${SCRIPT}`)
  expect(fireEvent.keyDown(area, { key: 'Tab', shiftKey: true })).toBe(false)
  expect(area.value).toBe(SCRIPT)
  fireEvent.keyDown(area, { key: 'Escape' })
  expect(fireEvent.keyDown(area, { key: 'Tab' })).toBe(true)
  fireEvent.blur(area)
  await waitFor(() => expect(modelsSaved()).toContainEqual({ protocol: 'TB_MQTT', keys: [], script: SCRIPT }))
  fireEvent.click(screen.getByText('Remove script'))
  await waitFor(() => expect(modelsSaved().at(-1)).toEqual({ protocol: 'TB_MQTT', keys: [] }))
})

test('one that cannot be run says why, at its line', async () => {
  refused = { code: 'SYNTAX', line: 2, message: "SyntaxError: expecting '}'" }
  const area = await begun()
  fireEvent.change(area, { target: { value: 'function decodeUplink() {\n' } })
  fireEvent.blur(area)
  const alert = await screen.findByText("SyntaxError: expecting '}'")
  expect(alert.parentElement?.textContent).toBe("Line 2: it does not parse SyntaxError: expecting '}'")
  expect(document.querySelector('.script-gutter .wrong')?.textContent).toBe('2')
  expect(area.getAttribute('aria-invalid')).toBe('true')
})

test('a payload is tried on its topic: what the script returned and wrote, and the line where it fails', async () => {
  await begun()
  const panel = within(await screen.findByRole('region', { name: 'Try it' }))
  const topic = panel.getByLabelText('Topic') as HTMLInputElement
  expect(topic.value).toBe('v1/devices/me/telemetry')
  fireEvent.change(topic, { target: { value: 'up/data' } })
  const [, payload] = panel.getAllByRole('textbox')
  fireEvent.change(payload!, { target: { value: '01 7D' } })
  const value = { channel: 0, slave: null, key: 'flow', value: 1, fault: null, listed: true }
  const script = { fault: null, lines: ['2 up/data'], answer: { telemetry: { flow: 1 } } }
  tried = { ...tried, values: [value], script }
  fireEvent.click(panel.getByText('Read'))
  await panel.findByText('2 up/data')
  // The draft saves itself meanwhile.
  const trial = sent.find(({ body }) => Object.hasOwn(body as object, 'frame'))
  expect(trial?.body).toMatchObject({ frame: '01 7D', topic: 'up/data' })
  expect(panel.getByText(/"telemetry"/)).toBeTruthy()
  tried = {
    ...tried,
    values: [],
    script: { fault: { code: 'THROWN', line: 3, message: 'Error: no' }, lines: [], answer: null },
  }
  fireEvent.click(panel.getByText('Read'))
  expect((await panel.findByText('Error: no')).parentElement?.textContent).toBe('Line 3: it failed Error: no')
  expect(document.querySelector('.script-gutter .wrong')?.textContent).toBe('3')
  await waitFor(() => expect(modelsSaved().length).toBeGreaterThan(0))
})

test('versions are compared by the lines of the script that differ', () => {
  cleanup()
  render(<ChangeList before={withScript(SCRIPT)} after={withScript(SCRIPT.replace('bytes[0]', 'bytes[1]'))} />)
  expect(document.querySelector('pre')?.textContent).toBe(
    '−   return { telemetry: { flow: bytes[0] } }\n+   return { telemetry: { flow: bytes[1] } }',
  )
  expect(screen.getByText('Payload script', { exact: false })).toBeTruthy()
})

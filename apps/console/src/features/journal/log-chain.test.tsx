import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useSession } from '../../lib/access/session.ts'
import { nodeOf } from './chain-node.tsx'
import { details, line, open, press, servedLog, STARTED } from './operation-log.fixture.tsx'

const log = servedLog()

test('the chain is told as verified only by what was verified: this line at its place, and the whole when asked', async () => {
  useSession.setState({ roles: ['operationLog:list', 'operationLog:verify'] })
  const hash = (letter: string) => letter.repeat(64)
  log.whole = {
    before: null,
    after: null,
    chain: { seq: 20_096, previous: hash('a'), hash: hash('b'), next: null, fits: true },
  }
  const user = await open()
  await press(user, '1')
  expect((await details().findByText(/与上一条相符/)).textContent).toContain('第 20096 条')
  expect(screen.queryByText('链条完整')).toBeNull()
  await user.click(screen.getByRole('button', { name: '立即核验' }))
  expect((await screen.findByText('链条完整')).parentElement?.textContent).toContain('20,118 条')
})

test('a line that does not fit the one before it is told as that', async () => {
  log.whole = { before: null, after: null, chain: { seq: 3, previous: '0', hash: '1', next: null, fits: false } }
  const user = await open()
  await press(user, '1')
  expect(await details().findByText(/与上一条不符/)).toBeTruthy()
})

test('the proof of a line is a file with what the server answered', async () => {
  const hash = 'b'.repeat(64)
  log.whole = { before: null, after: null, chain: { seq: 5, previous: hash, hash, next: null, fits: true } }
  const made: Blob[] = []
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: (blob: Blob) => made.push(blob) && 'blob:x', revokeObjectURL: () => {} }),
  )
  const user = await open()
  await press(user, '1')
  await details().findByText(/与上一条相符/)
  await user.click(details().getByRole('button', { name: '导出凭证' }))
  await waitFor(() =>
    expect(log.asked.find(({ path }) => path.endsWith('/operation/proof'))?.query).toEqual({ id: '1' }),
  )
  await waitFor(() => expect(made).toHaveLength(1))
  expect(JSON.parse(await made[0]!.text())).toMatchObject({ seq: 5, line: '[1]' })
})

test('the nodes of the chain are filled by a verification only, and not those of lines written after it', async () => {
  useSession.setState({ roles: ['operationLog:list', 'operationLog:verify'] })
  log.lines = [line('9', 'resource.update', { ts: '2026-08-03T01:00:01Z' }), ...log.lines]
  const nodes = () => [...document.querySelectorAll('.chain-node')].map((one) => one.getAttribute('aria-label'))
  const user = await open()
  expect(nodes()).toEqual(Array.from({ length: 4 }, () => '尚未核验'))
  await user.click(screen.getByRole('button', { name: '立即核验' }))
  const found = '与前后相符，已核验'
  await waitFor(() => expect(nodes()).toEqual(['尚未核验', found, found, found]))
})

test('where the chain is broken that line alone says so, and nothing else is said to be intact', () => {
  const at = { id: '5', ts: '2026-08-03T00:00:00Z' }
  const verdict = { lines: 4, unsealed: 0, verifiedTime: '2026-08-03T01:00:00Z', broken: null }
  const broken = { because: 'line-changed', operId: '5', seq: 5 } as const
  expect([nodeOf(at, null), nodeOf(at, verdict)]).toEqual(['open', 'verified'])
  expect([nodeOf(at, { ...verdict, broken }), nodeOf({ ...at, id: '4' }, { ...verdict, broken })]).toEqual([
    'broken',
    'open',
  ])
  // Some of the youngest were not sealed yet, nobody knows which.
  const young = { id: '6', ts: '2026-08-03T00:59:30Z' }
  expect([nodeOf(young, verdict), nodeOf(young, { ...verdict, unsealed: 1 })]).toEqual(['verified', 'open'])
})

test('a long verification says how far it is, and asks for the verdict of the walk that it began', async () => {
  useSession.setState({ roles: ['operationLog:list', 'operationLog:verify'] })
  log.verified = [2_012, 10_059]
  const user = await open()
  let look = () => undefined as void
  const untilSeen = () => {
    log.seen = new Promise((resolve) => {
      look = resolve
    })
  }
  const questions = () => log.asked.filter(({ path }) => path.endsWith('/verify'))
  await user.click(screen.getByRole('button', { name: '立即核验' }))
  await waitFor(() => expect(questions()).toHaveLength(1))
  untilSeen()
  await screen.findByText('正在核验 10 %')
  expect(screen.getByRole('progressbar').getAttribute('value')).toMatch(/^0\.1/)
  const first = look
  await waitFor(() => expect(questions()).toHaveLength(2))
  untilSeen()
  first()
  await screen.findByText('正在核验 50 %')
  look()
  expect((await screen.findByText('链条完整')).parentElement?.textContent).toContain('20,118 条')
  expect(questions().map(({ query }) => query)).toEqual([{}, { since: STARTED }, { since: STARTED }])
})

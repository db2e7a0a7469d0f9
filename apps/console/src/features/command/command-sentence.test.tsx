import { COMMAND_STATUSES, RESULT_CODES } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { hasEnded } from '../../domain/command/commands.ts'
import { queryClient } from '../../lib/api/query.ts'
import { startTexts } from '../../lib/text/text.ts'
import { CommandDrawer } from './command-drawer.tsx'
import { proofWords, sentenceOf } from './command-sentence.ts'
import { ago, madeCommand } from './command.fixture.ts'

beforeAll(() => startTexts('zh-CN'))
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function drawn(...more: Parameters<typeof madeCommand>): string {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"code":404,"message":"没有","data":null}')))
  render(
    <QueryClientProvider client={queryClient}>
      <CommandDrawer command={madeCommand(...more)} steps={null} onAgain={() => undefined} onClose={() => undefined} />
    </QueryClientProvider>,
  )
  return document.body.textContent
}

describe('domain 4.2: every state of a command', () => {
  test.each(COMMAND_STATUSES)(
    '%s has a word with a glyph, its steps, who asked, its attempts and its proof',
    (status) => {
      const text = drawn({ status, doneTime: ago(1), resultCode: status === 'TIMEOUT' ? 'NO_ACK' : null })
      const chip = document.querySelector('.ledger-detail .chip')
      expect(chip?.querySelector('.glyph')).not.toBeNull()
      expect(chip?.textContent).toMatch(/[\u4e00-\u9fff]/)
      expect(document.querySelectorAll('.step-word')).toHaveLength(5)
      for (const words of ['人工 · 李文渠', '1，最多 3', '证明']) expect(text).toContain(words)
      expect(text).not.toMatch(/[A-Z]{4,}/)
    },
  )

  test('that failed says so in a sentence', () => {
    const ended = COMMAND_STATUSES.filter((status) => hasEnded(madeCommand({ status })) && status !== 'EXECUTED')
    const mute = ended.filter((status) => !sentenceOf(madeCommand({ status, attempts: 0 }))?.endsWith('。'))
    expect(mute).toEqual([])
    const failed = RESULT_CODES.map((resultCode) => sentenceOf(madeCommand({ status: 'FAILED', resultCode })))
    expect(failed.every((sentence) => sentence?.endsWith('。'))).toBe(true)
  })
})

describe('a command with an unknown outcome', () => {
  test.each([
    ['an outcome lost in a restart', { status: 'TIMEOUT', outcomeUnknown: true }],
    ['an outcome lost in a restart, still waited for', { status: 'SENT', outcomeUnknown: true }],
    ['no answer', { status: 'TIMEOUT', resultCode: 'NO_ACK' }],
    ['cancelled between two attempts', { status: 'CANCELLED', attempts: 1 }],
  ] as const)('%s: read first, then send again', (_name, more) => {
    expect(drawn({ doneTime: ago(1), ...more })).toContain('请先读取。')
    expect(screen.getByRole('button', { name: '立即读取' })).toBeTruthy()
    expect(screen.getByRole('button', { name: '重发 设定开度 65 %' })).toBeTruthy()
  })

  test('an unanswered reading never mentions a moved valve', () => {
    const reading = madeCommand({ code: 'READ', params: {}, target: null, status: 'TIMEOUT', resultCode: 'NO_ACK' })
    expect(sentenceOf(reading)).toBe('设备未应答，状态未更新。可再读取一次。')
  })
})

test('the proof is the report for movements, the answer for other commands, and there is none before', () => {
  expect(proofWords(madeCommand({ status: 'ACKNOWLEDGED', ackTime: ago(2) }))).toBe('尚无证明')
  const after = { opening: 65, valveState: 'PARTIAL' }
  expect(proofWords(madeCommand({ status: 'EXECUTED', after, doneTime: ago(1) }))).toMatch(/^设备上报 65 % · .+，\d\d:/)
  expect(proofWords(madeCommand({ status: 'EXECUTED', code: 'READ', target: null, ackTime: ago(2) }))).toMatch(
    /^设备应答，\d\d:/,
  )
  expect(proofWords(madeCommand({ status: 'EXECUTED', target: null, ackTime: ago(2) }))).toMatch(
    /^设备应答，无上报可证实，\d\d:/,
  )
})

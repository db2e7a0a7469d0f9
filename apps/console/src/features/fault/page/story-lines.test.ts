import type { AutoLine, ToldLine } from '@sluice/contract'
import { beforeAll, expect, test } from 'vitest'
import { startTexts } from '../../../lib/text/text.ts'
import { storyLines } from './story-lines.ts'

beforeAll(() => startTexts('zh-CN'))

const ts = '2026-11-27T04:00:00Z'
const auto = (more: Partial<AutoLine>): AutoLine => ({
  ts,
  action: 'CLOSE',
  stepPct: null,
  state: 'LEFT',
  reason: null,
  error: null,
  commandId: null,
  commandStatus: null,
  byName: '马站长',
  ...more,
})
const shown = (...actions: AutoLine[]) =>
  storyLines({ code: 'V13', level: 4 }, { lines: [], actions, told: [] }, []).map(({ text, note, who, kind }) => [
    text,
    note,
    who,
    kind,
  ])

test('what the platform did by itself is told with its command and how that ended, or why there is none', () => {
  const sent = { state: 'SENT', commandId: '12', commandStatus: 'TIMEOUT' } as const
  const who = '平台，以马站长的名义'
  expect(
    shown(
      auto({ action: 'STEP_CLOSE', stepPct: 10, ...sent }),
      auto({ state: 'WAITING' }),
      auto({ reason: 'LATE' }),
      auto({ state: 'REFUSED', reason: 'NO_RIGHT' }),
      auto({ action: 'STOP', state: 'REFUSED', reason: 'REFUSED', error: 'device-disabled' }),
    ),
  ).toEqual([
    ['自动关小 10%', '已下发 C00000012：未确认', who, 'fault'],
    ['自动关阀', '等待下发', who, 'fault'],
    ['自动关阀', '没有动作：上报太晚', who, 'fault'],
    ['自动关阀', '没有下发：启用人没有下发指令的权限', who, 'fault'],
    ['自动停机', '没有下发：设备已停用', who, 'fault'],
  ])
})

test('messages tell who was told by what, when it was read, and why it failed, in their place among the others', () => {
  const at = (minute: number) => `2026-11-27T04:0${minute}:00Z`
  const message = (minute: number, more: Partial<ToldLine>): ToldLine => ({
    ts: at(minute),
    channel: 'SMS',
    userName: '赵国强',
    status: 'SENT',
    reason: null,
    readTime: null,
    ...more,
  })
  const told = [
    message(1, {}),
    message(3, { channel: 'INAPP', status: 'READ', readTime: at(5) }),
    message(4, { status: 'FAILED', reason: 'GIVEN_UP' }),
  ]
  const raised = { ts: at(2), action: 'RAISE', userName: null, note: null, reason: null } as const
  const lines = storyLines({ code: 'V13', level: 4 }, { lines: [raised], actions: [], told }, [])
  expect(lines.map(({ kind }) => kind)).toEqual(['told', 'fault', 'told', 'told'])
  const [sent, , read, failed] = lines
  expect([sent!.text, sent!.note]).toEqual(['短信通知赵国强', null])
  expect([read!.text, read!.note]).toEqual(['站内通知赵国强', '2026-11-27 12:05:00 已读'])
  expect(failed).toMatchObject({ text: '短信没有通知到赵国强', mark: { glyph: 'failed' } })
  expect(failed!.note).toBeTruthy()
})

test('an end that the device did not tell says why, and is no sign of repair', () => {
  const over = { ts: '2026-11-27T12:02:00.000Z', action: 'CLEAR', userName: null, note: null } as const
  const lines = [
    { ...over, reason: null },
    { ...over, reason: 'OUT_OF_USE' as const },
  ]
  const [told, ended] = storyLines({ code: 'V13', level: 4 }, { lines, actions: [], told: [] }, [])
  expect(told).toMatchObject({ text: '故障恢复', mark: { glyph: 'done' }, who: null })
  expect(ended).toMatchObject({ text: '设备已停用或删除，故障随之结束', mark: { icon: 'cross' }, who: null })
})

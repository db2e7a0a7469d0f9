import type { FaultObservation } from '@sluice/contract'
import { expect, test } from 'vitest'
import { triggerLimit, triggerValue } from './trigger-words.ts'

const HOUR = 3600
const CASES: readonly (readonly [FaultObservation, zh: string, en: string])[] = [
  [
    { observed: 'SILENCE', silentS: 61 * HOUR + 12, mostS: 60 * HOUR, everyS: 24 * HOUR },
    '2 天 13 小时没有上报 / 应每 1 天上报一次，最多隔 2 天 12 小时',
    'last report 2 d 13 h ago / one every 1 d, 2 d 12 h apart at most',
  ],
  [
    { observed: 'SILENCE', silentS: 760, mostS: 750, everyS: null },
    '12 分钟 40 秒没有上报 / 最多隔 12 分钟 30 秒',
    'last report 12 min 40 s ago / 12 min 30 s apart at most',
  ],
  [{ observed: 'DISCONNECTED' }, '连接已断开 / 应保持连接', 'connection closed / stays connected'],
  [{ observed: 'BIT', bit: 5, v: 1 }, '状态字第 5 位 = 1 / 应为 0', 'status word bit 5 = 1 / expected 0'],
  [{ observed: 'BIT', bit: 7, v: 0 }, '状态字第 7 位 = 0 / 应为 1', 'status word bit 7 = 0 / expected 1'],
  [{ observed: 'EVENT', key: 'valveState', v: 'UNKNOWN' }, '未知 / 等于 未知', 'unknown / is unknown'],
  [{ observed: 'EVENT', key: 'magnet', v: true }, '是 / 等于 是', 'yes / is yes'],
  [
    { observed: 'FRAMES', bad: 12, all: 80, mostPct: 5 },
    '80 帧中 12 帧校验错（15 %） / 一小时内最多 5 %',
    '12 of 80 frames damaged (15 %) / 5 % within an hour at most',
  ],
  [{ observed: 'MOVED', v: 37, expected: 20, tolerance: 5 }, '37 % / 20 % ± 5', '37 % / 20 % ± 5'],
  [
    { observed: 'COEFFICIENT', v: 7.351, waterM3: 735, least: 0.3, most: 7.34 },
    '7.35 m³/kWh / 0.3–7.34 m³/kWh',
    '7.35 m³/kWh / 0.3–7.34 m³/kWh',
  ],
  [
    { observed: 'COEFFICIENT', v: null, waterM3: 240, least: 0.3, most: 10 },
    '240 m³ 没有电量 / 0.3–10 m³/kWh',
    '240 m³ without energy / 0.3–10 m³/kWh',
  ],
  [{ observed: 'PASSWORDS', n: 6, most: 5 }, '6 次密码错误 / 少于 5 次', '6 wrong passwords / fewer than 5'],
  [
    { observed: 'TEMPERATURE', v: 9.26, lower: 2, upper: 8, lastedS: 300 },
    '9.3 °C / 超出 2–8 °C，持续 5 分钟',
    '9.3 °C / outside 2–8 °C for 5 min',
  ],
  [
    { observed: 'TEMPERATURE', v: -1, lower: 2, upper: null, lastedS: 300 },
    '-1 °C / 低于 2 °C，持续 5 分钟',
    '-1 °C / below 2 °C for 5 min',
  ],
  [
    { observed: 'TEMPERATURE', v: 9, lower: null, upper: 8, lastedS: 300 },
    '9 °C / 高于 8 °C，持续 5 分钟',
    '9 °C / above 8 °C for 5 min',
  ],
]

test.each(CASES)('what was seen and what was expected is told in both languages: %j', (seen, zh, en) => {
  const said = (language: 'zh-CN' | 'en-US') => `${triggerValue(seen, language)} / ${triggerLimit(seen, language)}`
  expect([said('zh-CN'), said('en-US')]).toEqual([zh, en])
})

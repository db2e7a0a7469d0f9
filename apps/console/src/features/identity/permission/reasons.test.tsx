import { explainQuestion, reasonSchema } from '@sluice/contract'
import { render, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { startTexts } from '../../../lib/text/text.ts'
import { enUS } from '../../../texts/en-US.ts'
import { zhCN } from '../../../texts/zh-CN.ts'
import { Reasons } from './reasons.tsx'

beforeAll(() => startTexts('zh-CN'))

test('every reason that the server may give has texts in both languages', () => {
  const all = reasonSchema.shape.because.options
  expect(all.length).toBeGreaterThan(10)
  for (const because of all) {
    expect(zhCN).toHaveProperty([`explain.${because}`])
    expect(enUS).toHaveProperty([`explain.${because}`])
  }
})

test('a reason shows by glyph and word whether it is for or against', () => {
  const answer = explainQuestion.output.parse({
    may: false,
    reasons: [
      { because: 'key-through-role', holds: true, names: ['操作员', '只读用户'] },
      { because: 'device-outside', holds: false, names: ['下游'] },
    ],
  })
  render(<Reasons reasons={answer.reasons} />)
  const [one, two] = screen.getAllByRole('listitem')
  expect(one!.textContent).toBe('满足： 角色 操作员、只读用户 授予此权限')
  expect(two!.textContent).toBe('不满足： 设备所在部门 下游 不在其数据范围内')
  expect([one!.querySelectorAll('svg'), two!.querySelectorAll('svg')].map((glyphs) => glyphs.length)).toEqual([1, 1])
})

import { expect, test } from 'vitest'
import { flowModelSchema } from './flow.ts'
import { flowProblems } from './flow-problems.ts'
import { READY_FLOWS } from './ready-flows.ts'

test('every ready flow is one that could be published as it is, in both languages', () => {
  expect(READY_FLOWS.length).toBeGreaterThanOrEqual(3)
  for (const { code, model } of READY_FLOWS) {
    expect(code).toMatch(/^[a-z][a-z0-9-]*$/)
    for (const language of ['zh-CN', 'en-US'] as const) {
      expect(flowModelSchema.parse(model(language))).toEqual(model(language))
      expect(flowProblems(model(language))).toEqual([])
    }
    expect(JSON.stringify(model('en-US'))).not.toMatch(/[\u4e00-\u9fff]/)
  }
})

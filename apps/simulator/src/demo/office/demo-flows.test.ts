import { flowModelSchema, flowProblems, formProblems } from '@sluice/contract'
import { expect, test } from 'vitest'
import { DEMO_FLOWS } from './demo-flows.ts'

test('flows of the demo can be published, and their requests started', () => {
  expect(DEMO_FLOWS).toHaveLength(3)
  for (const { model, requests } of DEMO_FLOWS) {
    const drawn = flowModelSchema.parse(model)
    expect(flowProblems(drawn)).toEqual([])
    for (const { values } of requests) expect(formProblems(drawn.form, values as never, () => true)).toEqual({})
  }
})

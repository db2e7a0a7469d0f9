import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestPlatform, type TestPlatform } from '../platform/platform.ts'
import { metricProblems, providePromtool } from '../programs/promtool.ts'

let test: TestPlatform
beforeAll(async () => {
  providePromtool()
  test = await startTestPlatform()
}, 300_000)
afterAll(() => test?.stop())

it('`promtool check metrics` reports no problem with any metric', async () => {
  const text = await (await fetch(new URL('/metrics', test.url))).text()
  expect(metricProblems(text)).toEqual([])
  for (const name of ['sluice_ingest_backlog', 'sluice_mqtt_lag_seconds', 'sluice_mqtt_rejected_total'])
    expect(text).toContain(`\n${name} `)
})

it('promtool does report a metric with a wrong name, description or type', () => {
  const page = '# TYPE a_count gauge\na_count 1\n# HELP b Text.\n# TYPE b counter\nb 1\n'
  expect(metricProblems(page)).toEqual([
    'a_count no help text',
    'a_count non-histogram and non-summary metrics should not have "_count" suffix',
    'b counter metrics should have "_total" suffix',
  ])
  expect(metricProblems('no metrics at all\n')).toHaveLength(1)
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { metricProblems } from './metric-rules.ts'
import { startTestPlatform, type TestPlatform } from './platform.ts'

let test: TestPlatform
beforeAll(async () => {
  test = await startTestPlatform()
})
afterAll(() => test?.stop())

it('every metric is named and described as `promtool check metrics` wants it', async () => {
  const text = await (await fetch(new URL('/metrics', test.url))).text()
  expect(metricProblems(text)).toEqual([])
  for (const name of ['sluice_ingest_backlog', 'sluice_mqtt_lag_seconds', 'sluice_mqtt_rejected_total'])
    expect(text).toContain(`\n${name} `)
})

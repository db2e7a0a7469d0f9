import { expect, it } from 'vitest'
import { metricProblems } from './metric-rules.ts'

const page = (name: string, type: string, labels = '') =>
  `# HELP ${name} Text.\n# TYPE ${name} ${type}\n${name}${labels} 1\n`

it.each([
  ['a_total', 'counter', '', []],
  ['a_seconds', 'gauge', '{kind="x"}', []],
  ['a_bytes', 'gauge', '', []],
  ['a', 'counter', '', ['a: counter metrics should have "_total" suffix']],
  ['a_total', 'gauge', '', ['a_total: non-counter metrics should not have "_total" suffix']],
  ['a_lag_ms', 'gauge', '', ['a_lag_ms: metric names should not contain abbreviated units']],
  ['a_milliseconds', 'gauge', '', ['a_milliseconds: use base unit']],
  ['a_minutes', 'gauge', '', ['a_minutes: use base unit']],
  ['a_gauge', 'gauge', '', ['a_gauge: metric name should not include type']],
  ['aB', 'gauge', '', ['aB: metric names should be written in snake_case']],
  ['a', 'gauge', '{someKind="x"}', ['a: label names should be written in snake_case']],
  ['a', 'gauge', '{le="1"}', ['a: non-histogram metrics should not have "le" label']],
  ['a_count', 'gauge', '', ['a_count: reserved suffix']],
] as const)('%s, a %s with %s', (name, type, labels, problems) => {
  expect(metricProblems(page(name, type, labels))).toEqual(problems)
})

it('a histogram and a summary have samples and labels of their own; a metric without help is told', () => {
  const histogram =
    '# HELP took_seconds Text.\n# TYPE took_seconds histogram\ntook_seconds_bucket{le="1"} 1\ntook_seconds_count 1\n'
  const summary = '# HELP size_bytes Text.\n# TYPE size_bytes summary\nsize_bytes{quantile="0.5"} 1\nsize_bytes_sum 1\n'
  expect(metricProblems(histogram + summary)).toEqual([])
  expect(metricProblems('# TYPE a gauge\na 1\n')).toEqual(['a: no help text'])
})

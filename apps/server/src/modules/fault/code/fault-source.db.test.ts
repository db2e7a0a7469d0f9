import { readFileSync } from 'node:fs'
import { raisedFaults } from '@sluice/contract'
import { DERIVED_METRICS, metricOf, OWN_METRICS, SL651_MODELS } from '@sluice/devices'
import { describe, expect, it } from 'vitest'
import { sharedPlatform } from '../../../../../../testing/src/platform/shared-platform.ts'

const { test } = sharedPlatform()
const derived = new Map(DERIVED_METRICS.map((one) => [one.metric.key, one]))

interface Row extends Record<string, unknown> {
  code: string
  source: string
  by: string
}

/** Each code with the built-in limits that raise it, those that are switched off in brackets. */
async function stored(): Promise<Row[]> {
  const { rows } = await test.db.query<Row>(
    `select c.code, c.source, coalesce(string_agg(distinct case when l.enabled then l.key else '(' || l.key || ')' end, ', '
       order by case when l.enabled then l.key else '(' || l.key || ')' end), '') as by
     from fault_code c left join alarm_limit l on l.fault_code = c.code and l.built_in where c.built_in
     group by c.code, c.source order by c.code`,
  )
  return rows
}

/** The table of docs/fault-sources.md. */
function documented(): (Row & { else: string })[] {
  const text = readFileSync(new URL('../../../../../../docs/fault-sources.md', import.meta.url), 'utf8')
  return text.split('\n').flatMap((line) => {
    const [, code, source, by, other] = line.split('|').map((cell) => cell.trim())
    return code && /^[A-Z]\d\d$/.test(code) ? [{ code, source: source!, by: by!, else: other! }] : []
  })
}

describe('who finds the faults of domain 6.5', () => {
  it('is written down as it is', async () => {
    expect(documented().map(({ else: _, ...row }) => row)).toEqual(await stored())
  })

  it('is a limit where the code says so, but for those that a scene has', async () => {
    const without = (await stored()).filter(({ source, by }) => (source === 'LIMIT' || source === 'RULE') && by === '')
    expect(without.map(({ code }) => code)).toEqual(['T01', 'T02'])
  })

  it('is said in words where it is no limit', () => {
    expect(documented().filter((row) => row.by === '' && row.else === '')).toEqual([])
  })

  it('is a bit of the status word where the document says so', () => {
    const raised = SL651_MODELS.flatMap((model) => raisedFaults(model).map(({ code }) => code))
    const said = documented().filter((row) => /SL 651/.test(row.else))
    expect(said.map(({ code }) => code)).toEqual([...new Set(raised)].toSorted())
  })

  it('a limit is of a metric that its type may report, or that follows from such ones', async () => {
    const { rows } = await test.db.query<{ type: string; key: string }>(
      'select device_type_code as type, key from alarm_limit where built_in',
    )
    const own = new Set(OWN_METRICS.map(({ key }) => key))
    const wrong = rows.filter(({ type, key }) => {
      const rule = derived.get(key)
      return rule ? !rule.types.some((one) => one === type) : !metricOf(key) && !own.has(key)
    })
    expect(wrong).toEqual([])
  })
})

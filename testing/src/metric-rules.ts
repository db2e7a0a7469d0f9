/** One family of metrics in Prometheus' text format. */
interface Family {
  name: string
  type: string
  help: string
  labels: Set<string>
}

function familiesOf(text: string): Family[] {
  const families = new Map<string, Family>()
  const family = (name: string) => {
    const known = families.get(name) ?? { name, type: 'untyped', help: '', labels: new Set<string>() }
    families.set(name, known)
    return known
  }
  for (const line of text.split('\n')) {
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) ?(.*)$/.exec(line) ?? []
    if (kind === 'HELP') family(name).help = rest
    if (kind === 'TYPE') family(name).type = rest
    const sample = /^([A-Za-z_:][\w:]*)(?:\{(.*)\})? /.exec(line)
    if (!sample) continue
    const own = families.get(sample[1]!) ?? families.get(sample[1]!.replace(/_(bucket|sum|count)$/, ''))
    for (const [, label = ''] of (sample[2] ?? '').matchAll(/(\w+)="/g)) (own ?? family(sample[1]!)).labels.add(label)
  }
  return [...families.values()]
}

/** Units that have a base unit in its stead, and units that are written out. */
const SCALED =
  /(?:^|_)(?:milli|micro|nano|kilo|mega|giga|tera|kibi|mebi|gibi)(?:seconds?|bytes?|meters?|metres?|grams?|joules?|volts?|amperes?|celsius|ratio)(?:_|$)/
const OTHER_UNITS = /(^|_)(minutes?|hours?|days?|weeks?|kelvins?|fahrenheit|bits?|percents?)(_|$)/
const ABBREVIATED = ['s', 'ms', 'us', 'ns', 'sec', 'b', 'kb', 'mb', 'gb', 'tb', 'pb', 'm', 'h', 'd']
const TYPES = ['counter', 'gauge', 'histogram', 'summary']

/** What `promtool check metrics` says of a page of metrics (its linter, client_golang `promlint`), one sentence each. */
export function metricProblems(text: string): string[] {
  return familiesOf(text).flatMap(({ name, type, help, labels }) => {
    const words = name.toLowerCase().split('_')
    const isScaled = SCALED.test(name) || OTHER_UNITS.test(name)
    const problems: [string, boolean][] = [
      ['no help text', help.trim() === ''],
      ['counter metrics should have "_total" suffix', type === 'counter' && !name.endsWith('_total')],
      ['non-counter metrics should not have "_total" suffix', type !== 'counter' && name.endsWith('_total')],
      ['use base unit', isScaled],
      ['metric names should not contain abbreviated units', words.some((word) => ABBREVIATED.includes(word))],
      ['metric names should be written in snake_case', /[a-z][A-Z]/.test(name)],
      ['label names should be written in snake_case', [...labels].some((label) => /[a-z][A-Z]/.test(label))],
      ['metric names should not contain ":"', name.includes(':')],
      [`metric name should not include type`, TYPES.some((kind) => words.includes(kind))],
      ['non-histogram metrics should not have "le" label', type !== 'histogram' && labels.has('le')],
      ['non-summary metrics should not have "quantile" label', type !== 'summary' && labels.has('quantile')],
      [
        'reserved suffix',
        (type === 'counter' || type === 'gauge' || type === 'untyped') && /_(count|sum|bucket)$/.test(name),
      ],
    ]
    return problems.filter(([, isThere]) => isThere).map(([problem]) => `${name}: ${problem}`)
  })
}

import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

/**
 * docs/spec/look.md#1.2: the colours of states are for what a device proved. Where they are used is listed here, with
 * what is proven there; everything else is ink, the theme, or `--danger`.
 */
const PROVEN: Readonly<Record<string, string>> = {
  'parts/icon/tone.css': 'the classes of marks and words',
  'parts/icon/glyphs.tsx': 'a mark in the colour of its state',
  'parts/reading/': 'the chips of devices',
  'parts/list/search/filter-counts.tsx': 'how many devices have a state',
  'app/settings/theme-colour.tsx': 'the sample that shows what a pick leaves as it is',
  'domain/': 'states, commands and frames of devices',
  'features/aftersale/': 'the level of what is repaired, and what a device proves in its re-test',
  'features/command/': 'what a command has proven',
  'features/diagnostics/byte-log/': 'bytes of devices: taken, in doubt or refused',
  'features/diagnostics/frame/': 'what a frame of a device proves, and the faults it begins and ends',
  'features/diagnostics/line-history/': 'when a device was connected',
  'features/fault/': 'faults of devices',
  'features/firmware/': 'what devices said of their firmware',
  'features/lamp/': 'whether a lamp reported that it burns, and its faults',
  'features/map/': 'devices and water on the map',
  'features/registry/commissioning/': 'what a device proves while it is put into service, and what it does not',
  'features/telemetry/': 'readings and their quality',
  'features/temperature/': 'how probes stand to their limits',
  'features/valve/': 'valves and their commands',
  'features/wall/': 'the wall of devices, and its clock when they stand still',
  'features/journal/log-cells.tsx': 'what the command of a line has proven',
  'features/journal/log.css': 'the broken chain of the log',
  'features/journal/chain-node.tsx': 'the broken chain of the log',
  'parts/section/panel.css': 'the first report of a device',
}
/** Inside these folders, about people and work and not about devices: neutral all the same. */
const NEUTRAL = ['features/telemetry/history/history-progress.css', 'features/map/position/position-map.css']

const STATE =
  /var\(--(?:s|m|bg)-(?:online|offline|moving|l[1-4]|batt|dis|unk|pend)\)|\b(?:word|tone|chip)-(?:online|offline|moving|level[1-4]|battery|disabled|unknown|pending|unconfirmed|failed|done)\b|\bStateChip\b|\btoned\b/

const root = join(import.meta.dirname, '../..')

function sources(folder = root): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sources(path)
    return /\.(css|tsx?)$/.test(entry.name) && !/\.(test|fixture)\.tsx?$/.test(entry.name) ? [relative(root, path)] : []
  })
}

const using = sources().filter((file) => STATE.test(readFileSync(join(root, file), 'utf8')))
const isProven = (file: string) =>
  !NEUTRAL.includes(file) && Object.keys(PROVEN).some((place) => file === place || file.startsWith(place))

test('state colours are only where a device proved something', () => {
  expect(using.length).toBeGreaterThan(20)
  expect(using.filter((file) => !isProven(file))).toEqual([])
})

test('every place that may use them does', () => {
  const idle = Object.keys(PROVEN).filter((place) => !using.some((file) => file === place || file.startsWith(place)))
  expect(idle).toEqual([])
})

test('what destroys and what is refused has a red of its own', () => {
  const dangerous = sources().filter((file) => readFileSync(join(root, file), 'utf8').includes('var(--danger)'))
  expect(dangerous).toEqual(expect.arrayContaining(['parts/button/button.css', 'app/pages/login.css', 'app/frame.css']))
  const tokens = readFileSync(join(root, 'app/tokens.css'), 'utf8')
  const reds = [...tokens.matchAll(/--(?:danger|s-l4|m-l4): (#[0-9a-f]{6});/g)].map(([, red]) => red)
  expect(reds.length).toBe(9)
  for (const danger of tokens.matchAll(/--danger: (#[0-9a-f]{6});/g))
    expect(reds.filter((red) => red === danger[1])).toHaveLength(1)
})

import { describe, expect, it } from 'vitest'
import { checkGeometry, countParts, readImported } from './geo-feature.rules.ts'

const line = (...coordinates: number[][]) => ({ type: 'LineString', coordinates })
const square = [
  [116, 37],
  [117, 37],
  [117, 38],
  [116, 37],
]

const problemOf = (checked: { ok: true } | { ok: false; problem: string }) => (checked.ok ? null : checked.problem)

describe('a geometry', () => {
  it.each([
    ['CANAL', line([116, 37], [116, 38]), null],
    ['CANAL', line([116, 37], [117, 37]), null],
    ['PLACE', { type: 'Point', coordinates: [116, 37] }, null],
    ['FIELD', { type: 'Polygon', coordinates: [square] }, null],
    ['CANAL', { type: 'Polygon', coordinates: [square] }, 'shape'],
    ['PLACE', line([116, 37], [116, 38]), 'shape'],
    ['CANAL', line([116, 37], [116, 37]), 'geometry'],
    ['CANAL', line([116, 37]), 'geometry'],
    ['CANAL', 'x', 'geometry'],
    ['CANAL', line([181, 37], [116, 37]), 'out-of-range'],
    ['CANAL', line([116, 91], [116, 37]), 'out-of-range'],
  ] as const)('%s %j: %s', (kind, geometry, problem) => {
    expect(problemOf(checkGeometry(kind, geometry))).toBe(problem)
  })
})

const feature = (properties: unknown, geometry: unknown = line([116, 37], [116, 38])) => ({
  type: 'Feature',
  geometry,
  properties,
})

describe('a feature of a file', () => {
  it('is read with what it says of itself, whatever the case of its words', () => {
    const properties = { kind: 'canal', name: ' 东干渠 ', rank: 'Main', flow: 'BOTH', widthM: '3.5', remark: 7 }
    expect(readImported(feature(properties), undefined)).toEqual({
      ok: true,
      value: [
        {
          kind: 'CANAL',
          name: '东干渠',
          rank: 'MAIN',
          flow: 'BOTH',
          widthM: 3.5,
          remark: '7',
          geometry: line([116, 37], [116, 38]),
        },
      ],
    })
  })

  it('that says nothing takes the kind that was asked for, and nothing else', () => {
    const nothing = { name: null, rank: null, flow: null, widthM: null, remark: null }
    for (const properties of [null, undefined, {}, { name: ' ', rank: 'x', flow: 4, remark: {} }]) {
      expect(readImported(feature(properties), 'PIPE')).toMatchObject({
        ok: true,
        value: [{ kind: 'PIPE', ...nothing }],
      })
    }
    expect(problemOf(readImported(feature({}), undefined))).toBe('kind')
    expect(problemOf(readImported(feature({ kind: 'RIVER' }), 'PIPE'))).toBe('kind')
  })

  it.each([
    [0, 0],
    [10_000, 10_000],
    [10_000.5, null],
    [-1, null],
    ['wide', null],
    [Number.POSITIVE_INFINITY, null],
  ])('a width of %s is %s', (given, width) => {
    expect(readImported(feature({ kind: 'PIPE', widthM: given }), undefined)).toMatchObject({
      value: [{ widthM: width }],
    })
    expect(readImported(feature({ kind: 'PIPE', width: given }), undefined)).toMatchObject({
      value: [{ widthM: width }],
    })
  })

  it('a name has 60 letters at most, a remark 300', () => {
    const read = readImported(feature({ kind: 'PIPE', name: 'n'.repeat(61), remark: 'r'.repeat(301) }), undefined)
    expect(read).toMatchObject({ value: [{ name: 'n'.repeat(60), remark: 'r'.repeat(300) }] })
  })

  it.each([
    ['no object', 'x', 'not-a-feature'],
    ['nothing', null, 'not-a-feature'],
    ['another type', { ...feature({}), type: 'Point' }, 'not-a-feature'],
    ['no geometry', { ...feature({}), geometry: null }, 'not-a-feature'],
    ['a geometry in words', { ...feature({}), geometry: 'LINESTRING' }, 'not-a-feature'],
    ['properties in words', feature('wide'), 'properties'],
    ['a bad geometry', feature({}, line([116, 37])), 'geometry'],
  ])('is refused with its reason: %s', (_, raw, problem) => {
    expect(problemOf(readImported(raw, 'PIPE'))).toBe(problem)
  })

  it('of the network in several parts becomes an edge for each part; a road stays one', () => {
    const parts = [
      [
        [116, 37],
        [116, 38],
      ],
      [
        [117, 37],
        [117, 38],
      ],
    ]
    const broken = { type: 'MultiLineString', coordinates: parts }
    const count = (kind: string) => {
      const read = readImported(feature({ kind }, broken), undefined)
      return read.ok ? read.value.map(({ geometry }) => geometry.type) : read.problem
    }
    expect(count('CANAL')).toEqual(['LineString', 'LineString'])
    expect(count('PIPE')).toEqual(['LineString', 'LineString'])
    expect(count('ROAD')).toEqual(['MultiLineString'])
    expect(
      problemOf(readImported(feature({ kind: 'PIPE' }, { type: 'MultiLineString', coordinates: 'x' }), undefined)),
    ).toBe('geometry')
    const oneBad = { type: 'MultiLineString', coordinates: [parts[0], [[117, 37]]] }
    expect(problemOf(readImported(feature({ kind: 'PIPE' }, oneBad), undefined))).toBe('geometry')
  })
})

it('the parts of a file are counted before any of them is read, whatever stands there', () => {
  const broken = { type: 'MultiLineString', coordinates: [[[116, 37]], [[116, 38]], [[116, 39]]] }
  const whole = feature({}, line([116, 37], [116, 38]))
  const odd = [
    null,
    1,
    'x',
    {},
    { geometry: null },
    { geometry: { coordinates: {} } },
    { geometry: { coordinates: [] } },
  ]
  expect(countParts([feature({}, broken), whole])).toBe(4)
  expect(countParts(odd)).toBe(odd.length)
  expect(countParts([])).toBe(0)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sl651AsciiElement } from './sl651.ascii.ts'
import { sl651Packets } from './sl651.builders.ts'
import { sl651 } from './sl651.codec.ts'
import { sl651Element } from './sl651.element-builder.ts'
import { SL651_ELEMENTS } from './sl651.elements.ts'
import { SL651_STATION_TYPES } from './sl651.functions.ts'
import type { Sl651Body, Sl651Element, Sl651End, Sl651Message } from './sl651.messages.ts'

const hexOf = (bytes: number) =>
  fc
    .array(fc.nat(255), { minLength: bytes, maxLength: bytes })
    .map((values) => values.map((value) => value.toString(16).toUpperCase().padStart(2, '0')).join(''))
const hexUpTo = (bytes: number) => fc.nat(bytes).chain(hexOf)
const two = (max: number, min = 0) => fc.integer({ min, max }).map((value) => String(value).padStart(2, '0'))
const minute = fc
  .tuple(two(99), two(12, 1), two(31, 1), two(23), two(59))
  .map(([y, mo, d, h, mi]) => `20${y}-${mo}-${d} ${h}:${mi}`)
const second = fc.tuple(minute, two(59)).map(([time, s]) => `${time}:${s}`)
const hour = minute.map((time) => time.slice(0, 13))
const step = fc.tuple(two(99), two(23), two(59)).map((parts) => parts.join(''))
const station = hexOf(5)
const maybeStation = fc.option(station)
const stationType = fc.constantFrom(...SL651_STATION_TYPES.keys())
const func = (...codes: string[]) => fc.constantFrom(...codes)

const PLAIN_IDS = [...SL651_ELEMENTS.values()].filter((rule) => rule.digits > 0 && !/^(?:F|45)/.test(rule.id))

/** The builder's element; the builder's own test proves that there is one. */
function made(element: Sl651Element | null): Sl651Element {
  if (!element) throw new Error('no element')
  return element
}

const plainElement = fc
  .constantFrom(...PLAIN_IDS)
  .chain(({ id, digits, decimals }) =>
    fc
      .option(fc.integer({ min: -(10 ** digits) + 1, max: 10 ** digits - 1 }))
      .map((value) => made(sl651Element(id, value === null ? null : value / 10 ** decimals))),
  )
const vendorElement = fc
  .tuple(
    fc.oneof(
      hexOf(1).map((id) => `FF${id}`),
      fc.constantFrom('76', '78', 'EF'),
    ),
    fc.nat(9999),
  )
  .map(([id, value]) => made(sl651Element(id, value / 10, null, { digits: 6, decimals: 1 })))
const statusElement = hexOf(4).map((raw) => made(sl651Element('45', raw)))
const twelve = (max: number) => fc.array(fc.option(fc.nat(max)), { minLength: 12, maxLength: 12 })
const groupElement = fc.oneof(
  twelve(254).map((values) =>
    made(
      sl651Element(
        'F4',
        values.map((value) => (value === null ? null : value / 10)),
      ),
    ),
  ),
  fc.tuple(fc.constantFrom('F5', 'F9', 'FC'), twelve(65_534)).map(([id, values]) =>
    made(
      sl651Element(
        id,
        values.map((value) => (value === null ? null : value / 100)),
      ),
    ),
  ),
)
const lastElement = fc.oneof(
  fc.string().map((text) => made(sl651Element('F2', text))),
  fc.constant('水位 12.3 米').map((text) => made(sl651Element('F2', text))),
  hexUpTo(50).map((raw) => made(sl651Element('F3', raw))),
  hexUpTo(50).map((raw) => made(sl651Element('FD', raw))),
)

type ReportBody = Extract<Sl651Body, { kind: 'report' }>

/** A report as `decode` would give it: times and stations hold until others follow. */
function canonical(elements: Sl651Element[], times: string[], own: string | null, type: string | null): ReportBody {
  let at = times[0] as string
  const timed = elements.map((element, i) => {
    at = times[i] ?? at
    return { ...element, at }
  })
  return {
    kind: 'report',
    station: own,
    stationType: own === null ? null : type,
    obsTime: at,
    timeStep: null,
    elements: timed,
  }
}

const mixedElements = fc
  .tuple(
    fc.array(fc.oneof(plainElement, vendorElement, statusElement, groupElement), { maxLength: 8 }),
    fc.option(lastElement),
  )
  .map(([elements, last]) => (last ? [...elements, last] : elements))

const typedReport: fc.Arbitrary<[string, ReportBody]> = fc.tuple(
  func('30', '32', '33', '34', '36', '37', '3A', '44'),
  fc
    .tuple(mixedElements, fc.array(minute, { minLength: 1, maxLength: 8 }), maybeStation, fc.option(stationType))
    .map(([elements, times, own, type]) => canonical(elements, times, own, type)),
)

const severalStations: fc.Arbitrary<[string, ReportBody]> = fc
  .tuple(
    fc.array(fc.tuple(plainElement, stationType), { minLength: 2, maxLength: 6 }),
    fc.uniqueArray(station, { minLength: 6, maxLength: 6 }),
    minute,
  )
  .map(([parts, stations, time]) => {
    const elements = parts.map(([element, type], i): Sl651Element => {
      const held = { ...element, at: time }
      return i === 0 ? held : { ...held, station: stations[i] as string, stationType: type }
    })
    const type = parts[0]?.[1] ?? null
    return [
      '32',
      { kind: 'report', station: stations[0] as string, stationType: type, obsTime: time, timeStep: null, elements },
    ]
  })

const periodValues = fc.oneof(
  fc.array(fc.option(fc.nat(9_999_999)), { maxLength: 20 }).map((values) =>
    made(
      sl651Element(
        '39',
        values.map((value) => (value === null ? null : value / 1000)),
      ),
    ),
  ),
  groupElement.filter((element) => element.raw.indexOf('F0F0') < 0 && element.raw.indexOf('F1F1') < 0),
)
const periodReport: fc.Arbitrary<[string, ReportBody]> = fc
  .tuple(func('31', '38'), periodValues, minute, station, stationType, step)
  .map(([code, element, time, own, type, timeStep]) => [
    code,
    { kind: 'report', station: own, stationType: type, obsTime: time, timeStep, elements: [{ ...element, at: time }] },
  ])

const untypedReport: fc.Arbitrary<[string, ReportBody]> = fc
  .tuple(func('46', '4B', '35', '39'), fc.oneof(statusElement, lastElement), maybeStation)
  .map(([code, element, own]) => [
    code,
    { kind: 'report', station: own, stationType: null, obsTime: null, timeStep: null, elements: [element] },
  ])

const parameterId = fc.oneof(
  fc.constantFrom('01', '02', '03', '0C', '20', '8E', '96', 'A8'),
  hexOf(1).map((id) => `FF${id}`),
)
const parameter = fc.tuple(parameterId, fc.nat(31), fc.nat(7)).chain(([id, length, decimals]) =>
  hexOf(length).map((raw) => ({
    id,
    def: ((length << 3) | decimals).toString(16).toUpperCase().padStart(2, '0'),
    raw,
  })),
)
const identifier = fc.tuple(parameterId, hexOf(1)).map(([id, def]) => ({ id, def }))
const some = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: 1, maxLength: 6 })
const wholeBytes = fc.nat(3).chain((bytes) => fc.array(fc.boolean(), { minLength: bytes * 8, maxLength: bytes * 8 }))

type Content = [code: string, body: Sl651Body]
const withStation = (make: (own: string | null) => fc.Arbitrary<Content>) => maybeStation.chain(make)

const upContent: fc.Arbitrary<Content> = fc.oneof(
  typedReport,
  severalStations,
  periodReport,
  untypedReport,
  withStation((own) =>
    func('2F', '47', '48', '4A', '51').map((code): Content => [code, { kind: 'empty', station: own }]),
  ),
  withStation((own) =>
    fc
      .tuple(func('40', '41', '42', '43', '49'), some(parameter))
      .map(([code, parameters]): Content => [code, { kind: 'parameters', station: own, parameters }]),
  ),
  withStation((own) =>
    fc.string({ maxLength: 40, unit: 'grapheme-ascii' }).map(
      (version): Content => [
        '45',
        {
          kind: 'version',
          station: own,
          version,
          raw: Array.from(version, (char) => char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')).join(''),
        },
      ],
    ),
  ),
  withStation((own) =>
    fc
      .array(fc.nat(65_535), { minLength: 32, maxLength: 32 })
      .map((counts): Content => ['50', { kind: 'events', station: own, counts }]),
  ),
)

const bothContent: fc.Arbitrary<Content> = fc.oneof(
  withStation((own) =>
    fc
      .tuple(func('4C', '4D'), wholeBytes)
      .map(([code, states]): Content => [code, { kind: 'switches', station: own, states }]),
  ),
  withStation((own) =>
    fc.array(fc.tuple(fc.boolean(), fc.option(fc.nat(9999))), { maxLength: 20 }).map(
      (gates): Content => [
        '4E',
        {
          kind: 'gates',
          station: own,
          states: gates.map(([state]) => state),
          openingsCm: gates.map(([, opening]) => opening),
        },
      ],
    ),
  ),
  withStation((own) => fc.boolean().map((active): Content => ['4F', { kind: 'quota', station: own, active }])),
  fc.tuple(func('E0', 'F3', 'FF'), hexUpTo(80)).map(([code, data]): Content => [code, { kind: 'raw', data }]),
)

const downContent: fc.Arbitrary<Content> = fc.oneof(
  withStation((own) =>
    func('30', '32', '36', '37', '39', '44', '45', '46', '4A', '50', '51').map(
      (code): Content => [code, { kind: 'empty', station: own }],
    ),
  ),
  withStation((own) =>
    fc
      .tuple(func('40', '42', '47', '48', '49'), some(parameter))
      .map(([code, parameters]): Content => [code, { kind: 'parameters', station: own, parameters }]),
  ),
  withStation((own) =>
    fc
      .tuple(func('3A', '41', '43'), some(identifier))
      .map(([code, identifiers]): Content => [code, { kind: 'identifiers', station: own, identifiers }]),
  ),
  withStation((own) =>
    fc
      .tuple(hour, hour, step, identifier)
      .map(
        ([start, end, timeStep, one]): Content => [
          '38',
          { kind: 'periodQuery', station: own, start, end, timeStep, identifier: one },
        ],
      ),
  ),
  statusElement.map(
    (element): Content => [
      '4B',
      { kind: 'report', station: null, stationType: null, obsTime: null, timeStep: null, elements: [element] },
    ],
  ),
)

const ends = (...all: Sl651End[]) => fc.constantFrom(...all)
const head = fc.record({ center: fc.nat(255), station, password: hexOf(2), serial: fc.nat(65_535), sendTime: second })

function message(
  direction: 'up' | 'down',
  content: fc.Arbitrary<Content>,
  end: fc.Arbitrary<Sl651End>,
): fc.Arbitrary<Sl651Message> {
  return fc.tuple(head, content, end).map(([fields, [code, body], endChar]) => ({
    direction,
    encoding: 'HEX',
    ...fields,
    func: code,
    start: 'STX',
    body,
    end: endChar,
  }))
}

function expectBothWays(original: Sl651Message): void {
  const frame = sl651.encode(original)
  if (!frame.ok) throw new Error(`${frame.error.kind} at ${frame.error.at}`)
  expect(sl651.decode(frame.value)).toEqual({ ok: true, value: original })
  expect(sl651.split(frame.value).frames).toHaveLength(1)
}

test('what a station sends is read as it was written', () => {
  fc.assert(fc.property(message('up', fc.oneof(upContent, bothContent), ends('ETX')), expectBothWays), {
    numRuns: 3000,
  })
})

test('what the centre sends is read as it was written', () => {
  const commands = message('down', fc.oneof(downContent, bothContent), ends('ENQ'))
  const confirms = message(
    'down',
    func('30', '32', '40', '4D').map((code): Content => [code, { kind: 'empty', station: null }]),
    ends('ACK', 'EOT', 'ESC'),
  )
  fc.assert(fc.property(fc.oneof(commands, confirms), expectBothWays), { numRuns: 2000 })
})

test('a message cut into packets is written and read packet by packet', () => {
  fc.assert(
    fc.property(message('up', typedReport, ends('ETX')), fc.integer({ min: 20, max: 400 }), (whole, size) => {
      const packets = sl651Packets(whole, size) ?? []
      expect(packets.length).toBeGreaterThan(0)
      for (const packet of packets) expectBothWays(packet)
    }),
  )
})

const asciiName = fc.oneof(
  fc.constantFrom(...PLAIN_IDS.map((rule) => rule.id)),
  fc.stringMatching(/^X[A-Z]{1,4}$/).map((name) => `@${name}`),
)
const asciiElement = fc.oneof(
  fc
    .tuple(asciiName, fc.integer({ min: -99_999, max: 99_999 }))
    .map(([id, value]) => sl651AsciiElement(id, value / 100, null, 2)),
  hexOf(4).map((raw) => sl651AsciiElement('45', raw)),
)

test('ASCII reports are read as they were written', () => {
  const reports = fc
    .tuple(
      func('30', '32', '33', '34', '37'),
      fc.array(asciiElement),
      fc.array(minute, { minLength: 1 }),
      station,
      fc.option(stationType),
    )
    .map(([code, elements, times, own, type]): Content => [code, canonical(elements, times, own, type)])
  const units = fc
    .tuple(fc.nat(2), two(99, 1))
    .map(([unit, count]) => '00'.repeat(unit) + count + '00'.repeat(2 - unit))
  const periods = fc.tuple(units, fc.array(fc.nat(9999), { minLength: 1 }), minute, station).map(
    ([timeStep, values, time, own]): Content => [
      '31',
      {
        kind: 'report',
        station: own,
        stationType: '48',
        obsTime: time,
        timeStep,
        elements: [
          sl651AsciiElement(
            '39',
            values.map((value) => value / 10),
            time,
            1,
          ),
        ],
      },
    ],
  )
  const texts = fc.constantFrom('Q 1.234', '水位 3.2', '').map(
    (text): Content => [
      '35',
      {
        kind: 'report',
        station: null,
        stationType: null,
        obsTime: null,
        timeStep: null,
        elements: [sl651AsciiElement('F2', text)],
      },
    ],
  )
  const others = fc.constantFrom<Content>(
    ['2F', { kind: 'empty', station: null }],
    ['4A', { kind: 'empty', station: '0012345678' }],
    ['E1', { kind: 'raw', data: '313233' }],
  )
  const ascii = message('up', fc.oneof(reports, periods, texts, others), ends('ETX')).map(
    (one): Sl651Message => ({ ...one, encoding: 'ASCII' }),
  )
  fc.assert(fc.property(ascii, expectBothWays), { numRuns: 2000 })
})

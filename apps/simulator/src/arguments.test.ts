import { expect, test } from 'vitest'
import { readArguments, UsageError } from './arguments.ts'

test('a fleet of the command line', () => {
  const args = 'fleet --host h --port 7651 --stations 25 --interval 2.5 --seed 9 --password 04d2 --stats'.split(' ')
  expect(readArguments(args)).toEqual({
    mode: 'fleet',
    stats: true,
    host: 'h',
    port: 7651,
    callsPerSecond: 400,
    plan: { stations: 25, seed: 9, firstAddress: 10_000_001, password: '04D2', reportIntervalS: 2.5, heartbeatS: 0 },
  })
  expect(readArguments(['demo'])).toEqual({ mode: 'demo', stats: false })
})

test.each([
  ['', 'usage'],
  ['fleet', '--port is missing'],
  ['fleet --port 0', '--port is "0"'],
  ['fleet --port 1 --stations 10001', 'from 1 to 10000'],
  ['fleet --port 1 --kind DAM', 'one of VALVE_STATION'],
  ['fleet --port 1 --password 12', '4 hex digits'],
  ['fleet --port 1 --colour red', 'colour'],
  ['demo now', 'usage'],
])('"%s" is refused with a sentence', (line, sentence) => {
  const args = line.split(' ').filter(Boolean)
  expect(() => readArguments(args)).toThrow(UsageError)
  expect(() => readArguments(args)).toThrow(sentence)
})

test('an order to a running fleet is taken as it stands, a time before zero too', () => {
  const told = (words: string) => readArguments(words.split(' '))
  expect(told('tell clock -20m QH-0002')).toEqual({ mode: 'tell', folder: 'data/demo', order: 'clock -20m QH-0002' })
  expect(told('tell --folder /srv/demo cut 10%')).toEqual({ mode: 'tell', folder: '/srv/demo', order: 'cut 10%' })
  expect(() => told('tell')).toThrow(/usage/)
  expect(() => told('tell --folder /srv/demo')).toThrow(/usage/)
})

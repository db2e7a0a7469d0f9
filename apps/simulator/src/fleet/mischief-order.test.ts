import { beforeEach, expect, test } from 'vitest'
import { type FleetMember, newCounters, noLineMischief } from '../station/station.types.ts'
import { MischiefError, MischiefMaker } from './mischief-order.ts'

class Puppet implements FleetMember {
  readonly counters = newCounters()
  readonly mischief = noLineMischief()
  readonly waiting = 1
  readonly name: string
  reachable = true
  aheadMs = 0

  constructor(name: string) {
    this.name = name
  }

  get connected(): boolean {
    return this.reachable
  }

  connect = () => Promise.resolve(true)
  cut = () => undefined
  close = () => Promise.resolve()

  setReachable(reachable: boolean): void {
    this.reachable = reachable
  }

  jumpClock(ms: number): void {
    this.aheadMs += ms
  }
}

let fleet: Puppet[]
let maker: MischiefMaker

beforeEach(() => {
  fleet = Array.from({ length: 20 }, (_, n) => new Puppet(`QH-${n}`))
  maker = new MischiefMaker(() => fleet)
})

test('a share is spread over the fleet and met again by what heals it', () => {
  expect(maker.tell('cut 10%')).toEqual({ told: 'cut', stations: 2, connected: 18, waiting: 20 })
  const cut = fleet.filter(({ reachable }) => !reachable)
  expect(fleet.indexOf(cut[1]!) - fleet.indexOf(cut[0]!)).toBe(10)
  maker.tell('heal 10%')
  expect(fleet.every(({ reachable }) => reachable)).toBe(true)
})

test('each order does what it says, to everybody or to those who are named', () => {
  maker.tell('delay 3s')
  maker.tell('duplicate QH-1')
  maker.tell('lose-answers qh-2 QH-3')
  maker.tell('silent all')
  expect(fleet[1]!.mischief).toEqual({ delayMs: 3000, duplicateFrames: Infinity, loseAnswers: 0, silent: true })
  expect(fleet.map(({ mischief }) => mischief.loseAnswers > 0).filter(Boolean)).toHaveLength(2)
  maker.tell('heal')
  for (const { mischief } of fleet) expect(mischief).toEqual(noLineMischief())
})

test('clocks jump both ways and are healed by what they jumped', () => {
  maker.tell('clock +1h QH-4')
  maker.tell('clock -20m QH-4')
  expect(fleet.map(({ aheadMs }) => aheadMs).filter(Boolean)).toEqual([2_400_000])
  maker.tell('heal')
  expect(fleet[4]!.aheadMs).toBe(0)
})

test.each([
  ['melt', /"melt" is nothing a fleet can be told[^]*cut \[WHO\]/],
  ['cut QH-99', /called "QH-99"/],
  ['cut 120%', /no share/],
  ['delay', /"" is no time/],
  ['delay 3', /"3" is no time/],
  ['delay -1s', /not below zero/],
  ['delay 2h', /at most 10 minutes/],
])('%s is refused in a sentence and changes nothing', (line, sentence) => {
  expect(() => maker.tell(line)).toThrow(MischiefError)
  expect(() => maker.tell(line)).toThrow(sentence)
  expect(fleet).toEqual(
    Array.from({ length: 20 }, (_, n) => expect.objectContaining({ name: `QH-${n}`, reachable: true })),
  )
})

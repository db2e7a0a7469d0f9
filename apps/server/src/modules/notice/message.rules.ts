import { type FaultOrigin, FLAPPING_FROM, inLanguage, isObservation, type Language, type Words } from '@sluice/contract'
import { triggerLimit, triggerValue } from '@sluice/devices'
import { localTimeOf } from '@sluice/kit'

/** A fault as a message tells of it. */
export interface ToldFault {
  faultId: string
  deviceId: string
  deviceName: string
  /** Of its code. */
  name: Words
  level: number
  /** Epoch ms. */
  begunAt: number
  begun: number
  active: boolean
  /** How many active faults it explains. */
  consequences: number
  /** What was seen and what was expected are told. */
  trigger?: FaultOrigin | null
}

/** So many of them are told by name. */
const NAMED = 3

const LEVELS: Readonly<Record<number, Words>> = {
  1: ['提示', 'Info'],
  2: ['一般', 'Minor'],
  3: ['严重', 'Major'],
  4: ['紧急', 'Critical'],
}
const ONE: Words = ['{level}故障：{device} {fault}', '{level} fault: {device}, {fault}']
const MANY: Words = ['{n} 条故障，最重的：{device} {fault}', '{n} faults, the worst: {device}, {fault}']
const LINE: Words = ['{level} {device}：{fault}，{time} 开始', '{level}: {device}, {fault}, since {time}']
const BEYOND: Words = [
  '{level} {device}：{fault}，{value}（{limit}），{time} 开始',
  '{level}: {device}, {fault}, {value} ({limit}), since {time}',
]
const STATE: Words = [
  '{level} {device}：{fault}，{value}，{time} 开始',
  '{level}: {device}, {fault}, {value}, since {time}',
]
const AGAIN: Words = ['{line}（2 小时内第 {begun} 次）', '{line} (time {begun} in 2 h)']
const EXPLAINS: Words = ['{line}，另有 {n} 条由它引起', '{line}, and {n} more explained by it']
const OVER: Words = ['{line}，现已恢复', '{line}, over now']
const MORE: Readonly<Record<'one' | 'other', Words>> = {
  one: ['另有 {n} 条故障', '{n} more fault'],
  other: ['另有 {n} 条故障', '{n} more faults'],
}
const UNTAKEN: Words = ['还没有人接手。', 'Nobody has taken it yet.']

const fill = (words: Words, language: Language, facts: Readonly<Record<string, string | number>>) =>
  inLanguage(words, language).replace(/\{(\w+)\}/g, (_place, name: string) => String(facts[name]))

export interface MessageText {
  level: number
  title: string
  content: string
  /** The path of what it is about. */
  path: string
}

/**
 * What a person reads: the worst three by name, the number of the others, and where to look: at the fault, or at those of the
 * message `id`, whatever became of them. Each fault is told once.
 */
export function messageOf(
  given: readonly ToldFault[],
  { id, language, zone, again }: { id: string; language: Language; zone: string; again: boolean },
): MessageText {
  const faults = [...new Map(given.map((one) => [one.faultId, one])).values()].toSorted(
    (a, b) => b.level - a.level || a.begunAt - b.begunAt,
  )
  const worst = faults[0]!
  const lines = faults.slice(0, NAMED).map((one) => lineOf(one, language, zone))
  const more = faults.length - lines.length
  const form = new Intl.PluralRules(language).select(more) === 'one' ? 'one' : 'other'
  const facts = {
    n: faults.length,
    level: inLanguage(LEVELS[worst.level]!, language),
    device: worst.deviceName,
    fault: inLanguage(worst.name, language),
  }
  return {
    level: worst.level,
    title: fill(faults.length === 1 ? ONE : MANY, language, facts),
    content: [
      ...lines,
      ...(more > 0 ? [fill(MORE[form], language, { n: more })] : []),
      ...(again ? [inLanguage(UNTAKEN, language)] : []),
    ].join('\n'),
    path:
      faults.length === 1
        ? `/fault/fault-device/${worst.faultId}`
        : `/fault/fault-device?messageId=${id}&conditionState=ALL&explained=ALL`,
  }
}

/** The state is the limit itself. */
const saysItself = (origin: FaultOrigin) => (isObservation(origin) ? origin.observed === 'EVENT' : origin.op === 'EQ')

function lineOf(fault: ToldFault, language: Language, zone: string) {
  const { deviceName, name, level, begunAt, begun, active, consequences, trigger } = fault
  const words = trigger ? (saysItself(trigger) ? STATE : BEYOND) : LINE
  const line = fill(words, language, {
    level: inLanguage(LEVELS[level]!, language),
    device: deviceName,
    fault: inLanguage(name, language),
    time: localTimeOf(begunAt, zone).slice(5, 16),
    ...(trigger && { value: triggerValue(trigger, language), limit: triggerLimit(trigger, language) }),
  })
  const told = begun >= FLAPPING_FROM ? fill(AGAIN, language, { line, begun }) : line
  const whole = consequences > 0 ? fill(EXPLAINS, language, { line: told, n: consequences }) : told
  return active ? whole : fill(OVER, language, { line: whole })
}

/** Waits between attempts, ms; after the last one a message has failed. */
const WAITS_MS = [10_000, 30_000, 120_000, 600_000, 1_800_000] as const

/** How long to wait after so many attempts; null: it was the last one. */
export function waitAfter(attempts: number): number | null {
  return WAITS_MS[attempts - 1] ?? null
}

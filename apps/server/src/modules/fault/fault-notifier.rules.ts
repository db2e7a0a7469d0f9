import { type ActiveFault, FLAPPING_FROM, inLanguage, type Language, type Words } from '@sluice/contract'

interface Begun {
  deviceId: string
  fault: ActiveFault
  /** How often it began within two hours; once without it. */
  begun?: number
}

const FLAPPING: Words = ['{fault}（2 小时内第 {begun} 次）', '{fault} (time {begun} in 2 h)']

interface Names {
  devices: ReadonlyMap<string, string>
  faults: ReadonlyMap<string, string>
}

/** A line, as the notification has it in Chinese (FB-7). */
const LINE: Words = ['{device}：{fault}', '{device}: {fault}']
/** The same with the number of the others, for each number that a language tells apart. */
const LINE_AND_MORE: Readonly<Record<'one' | 'other', Words>> = {
  one: ['{device}：{fault}；另有 {n} 条新故障', '{device}: {fault}; {n} more new fault'],
  other: ['{device}：{fault}；另有 {n} 条新故障', '{device}: {fault}; {n} more new faults'],
}

/** One line about new faults: the highest level by name, the rest counted; empty when there are none. */
export function lineOf(begun: readonly Begun[], { devices, faults }: Names, language: Language): string {
  const [worst, ...others] = begun.toSorted((a, b) => b.fault.level - a.fault.level)
  if (!worst) return ''
  const { deviceId, fault, begun: times = 1 } = worst
  const n = others.length
  const form = new Intl.PluralRules(language).select(n) === 'one' ? 'one' : 'other'
  const facts: Readonly<Record<string, string>> = {
    device: devices.get(deviceId) ?? deviceId,
    fault: flapping(faults.get(fault.code) ?? fault.code, times, language),
    n: String(n),
  }
  return inLanguage(n === 0 ? LINE : LINE_AND_MORE[form], language).replace(
    /\{(\w+)\}/g,
    (_place, name: string) => facts[name]!,
  )
}

function flapping(fault: string, begun: number, language: Language): string {
  if (begun < FLAPPING_FROM) return fault
  return inLanguage(FLAPPING, language).replace('{fault}', fault).replace('{begun}', String(begun))
}

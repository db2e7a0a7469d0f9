import {
  type ActiveFault,
  type FaultPush,
  FLAPPING_FROM,
  inLanguage,
  type Language,
  type Words,
} from '@sluice/contract'

interface Begun {
  faultId: string
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

const byLevel = (begun: readonly Begun[]) => begun.toSorted((a, b) => b.fault.level - a.fault.level)

/** One line about new faults: the highest level by name, the rest counted; empty when there are none. */
export function lineOf(begun: readonly Begun[], names: Names, language: Language): string {
  const [worst, ...others] = byLevel(begun)
  return worst ? oneLine(worst, others.length, names, language) : ''
}

/** So many faults of a line are told one by one. */
const MOST_NAMED = 20

/** The faults of a line by themselves, the worst first; none where they are too many. */
export function faultsOf(begun: readonly Begun[], names: Names, language: Language): NonNullable<FaultPush['faults']> {
  if (begun.length > MOST_NAMED) return []
  return byLevel(begun).map((one) => ({
    id: one.faultId,
    line: oneLine(one, 0, names, language),
    level: one.fault.level,
  }))
}

/** A fault by name, and how many others there are. */
function oneLine(
  { deviceId, fault, begun: times = 1 }: Begun,
  n: number,
  { devices, faults }: Names,
  language: Language,
): string {
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

import type { ActiveFault, Language } from '@sluice/contract'

interface Begun {
  deviceId: string
  fault: ActiveFault
}

interface Names {
  devices: ReadonlyMap<string, string>
  faults: ReadonlyMap<string, string>
}

/** The separators of a line, as the notification has it in Chinese (FB-7). */
const LINES: Record<Language, { of: (device: string, fault: string) => string; more: (n: number) => string }> = {
  'zh-CN': { of: (device, fault) => `${device}：${fault}`, more: (n) => `；另有 ${n} 条新故障` },
  'en-US': {
    of: (device, fault) => `${device}: ${fault}`,
    more: (n) => `; ${n} more new ${n === 1 ? 'fault' : 'faults'}`,
  },
}

/** One line about new faults: the highest level by name, the rest counted; empty when there are none. */
export function lineOf(begun: readonly Begun[], { devices, faults }: Names, language: Language): string {
  const [worst, ...others] = begun.toSorted((a, b) => b.fault.level - a.fault.level)
  if (!worst) return ''
  const { deviceId, fault } = worst
  const { of, more } = LINES[language]
  const line = of(devices.get(deviceId) ?? deviceId, faults.get(fault.code) ?? fault.code)
  return others.length === 0 ? line : line + more(others.length)
}

import type { ActiveFault } from '@sluice/contract'

interface Begun {
  deviceId: string
  fault: ActiveFault
}

interface Names {
  devices: ReadonlyMap<string, string>
  faults: ReadonlyMap<string, string>
}

/**
 * One line about what began: the worst by name, the rest counted. Chinese, as the seed's notification is (FB-7); empty
 * when nothing began.
 */
export function lineOf(begun: readonly Begun[], { devices, faults }: Names): string {
  const [worst, ...others] = begun.toSorted((a, b) => b.fault.level - a.fault.level)
  if (!worst) return ''
  const { deviceId, fault } = worst
  const line = `${devices.get(deviceId) ?? deviceId}：${faults.get(fault.code) ?? fault.code}`
  return others.length === 0 ? line : `${line}；另有 ${others.length} 条新故障`
}

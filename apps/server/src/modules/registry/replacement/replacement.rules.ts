import { DEVICE_LIFE, type Lifecycle, type Words } from '@sluice/contract'

/** What decides whether a unit can take the place of another one. */
export interface Unit {
  id: string
  deviceTypeCode: string
  protocol: string
  nodeKind: string
  lifecycle: Lifecycle
  /** Another one stands at its place already. */
  isTakenOff: boolean
  /** Its department and those above it. */
  depts: readonly string[]
}

/** A unit that was never put into service. */
const UNUSED: readonly Lifecycle[] = ['PRODUCED', 'IN_STOCK', 'SHIPPED']
const IN_PLACE: readonly Lifecycle[] = ['INSTALLED', 'UNDER_REPAIR']

/** Why the new unit is refused; null: it can take the place. */
export function whyNotUnit(old: Unit, next: Unit): Words | null {
  if (old.id === next.id) return ['新旧是同一台设备', 'This is the same unit']
  if (!IN_PLACE.includes(old.lifecycle))
    return ['旧设备没有安装，不能换下', 'The old unit is not installed, so it cannot be replaced']
  if (old.isTakenOff) return ['旧设备已经换下', 'The old unit has been replaced already']
  if (next.lifecycle === 'RETIRED') return ['新设备已报废', 'The new unit is retired']
  if (!UNUSED.includes(next.lifecycle)) return ['新设备已在使用', 'The new unit is in use']
  if (old.deviceTypeCode !== next.deviceTypeCode || old.protocol !== next.protocol || old.nodeKind !== next.nodeKind)
    return ['新旧设备类型不同', 'The new unit is of another type']
  // Stock lies with the department itself, above it or below it: anything else is another customer's.
  if (!next.depts.includes(old.depts[0]!) && !old.depts.includes(next.depts[0]!))
    return ['新设备属于别的单位', 'The new unit belongs to another customer']
  return null
}

/** The steps of its life that lead a unit from stock to its place, in order. */
export function stepsToInstall(from: Lifecycle) {
  const names = ['stockIn', 'ship', 'install'].slice(UNUSED.indexOf(from))
  return names.map((name) => DEVICE_LIFE.transitions.find((one) => one.name === name)!)
}

const NAME_LETTERS = 50

/** What the unit that was taken off is called from then on: its place has its name. */
export function nameTakenOff(name: string, number: string): string {
  const tail = ` (${number})`
  return `${name.slice(0, Math.max(1, NAME_LETTERS - tail.length))}${tail}`.slice(0, NAME_LETTERS)
}

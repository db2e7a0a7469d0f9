import type { FieldReason } from '@sluice/contract'

/** What decides whether a master can take the place of another one. */
export interface Replacement {
  /** Kind and protocol of the old master and the new one. */
  old: { nodeKind: string; protocol: string }
  next: { nodeKind: string; protocol: string }
  isSame: boolean
  /** Retired, or switched off. */
  isOff: boolean
  /** Places of the slaves that would move, and those that are taken on the new master. */
  moving: readonly Place[]
  taken: readonly Place[]
}

/** Where a slave is on its master. */
export interface Place {
  channel: number | null
  slaveAddr: number | null
}

const placeOf = ({ channel, slaveAddr }: Place) => `${channel ?? ''} ${slaveAddr ?? ''}`
/** A slave that is known by its name alone is in nobody's way. */
const isNumbered = ({ channel, slaveAddr }: Place) => channel !== null || slaveAddr !== null

/** Why the new master is refused; null: it can take over. */
export function whyNotReplaced({ old, next, isSame, isOff, moving, taken }: Replacement): FieldReason | null {
  if (isSame || isOff || next.nodeKind !== 'GATEWAY' || next.protocol !== old.protocol) return 'not-a-master'
  const places = new Set(taken.filter(isNumbered).map(placeOf))
  return moving.some((slave) => isNumbered(slave) && places.has(placeOf(slave))) ? 'taken' : null
}

import { MAP_FLAGS, MAP_STATUS, SILENCE_FAULTS, type DeviceState } from '@sluice/contract'

/** The body of a marker (docs/spec/look.md#2.4): one number per device that fits into a byte. */
export const BODIES = ['online', 'moving', 'offline', 'level2', 'level3', 'level4', 'disabled', 'unknown'] as const
export type Body = (typeof BODIES)[number]

/** The low bits of a state byte are the body, the high ones the marks around it. */
export const BODY_MASK = 0x0f
export const BADGE = { lowBattery: 0x10, level1: 0x20, pending: 0x40, unconfirmed: 0x80 } as const

const bodyIndex = Object.fromEntries(BODIES.map((body, at) => [body, at])) as Record<Body, number>

/** An unproven command of a device: the outer ring. */
export type Ring = 'pending' | 'unconfirmed'
export const RING_BITS = BADGE.pending | BADGE.unconfirmed

export function ringOf(state: number): Ring | null {
  if (state & BADGE.pending) return 'pending'
  return state & BADGE.unconfirmed ? 'unconfirmed' : null
}

/** The class of each body in a cluster's ring: 0 online, 1 offline, 2 fault. */
export const CLASS_OF_BODY = Uint8Array.from(
  BODIES.map((body) => (body === 'online' || body === 'moving' ? 0 : body.startsWith('level') ? 2 : 1)),
)

export function bodyOf(state: number): Body {
  return BODIES[state & BODY_MASK]!
}

export function stateByte(status: number, level: number, flags: number): number {
  const badges = (flags & MAP_FLAGS.lowBattery ? BADGE.lowBattery : 0) | (level === 1 ? BADGE.level1 : 0)
  return bodyIndex[bodyFor(status, level, flags)] | badges
}

function bodyFor(status: number, level: number, flags: number): Body {
  if (status === MAP_STATUS.DISABLED) return 'disabled'
  if (level >= 2) return (['level2', 'level3', 'level4'] as const)[level - 2]!
  if (status === MAP_STATUS.INACTIVE) return 'unknown'
  if (status === MAP_STATUS.OFFLINE) return 'offline'
  return flags & MAP_FLAGS.moving ? 'moving' : 'online'
}

/** The three numbers of the columns, from a state of the live channel. */
export function columnsOf(state: DeviceState): { status: number; level: number; flags: number } {
  const motion = state.values['valveState']?.v
  const moving = state.status === 'ONLINE' && (motion === 'OPENING' || motion === 'CLOSING')
  const real = state.faults.filter(({ code }) => !SILENCE_FAULTS.includes(code))
  return {
    status: MAP_STATUS[state.status],
    level: Math.max(0, ...real.map(({ level }) => level)),
    flags:
      (moving ? MAP_FLAGS.moving : 0) |
      (real.some(({ code }) => code === 'P01') ? MAP_FLAGS.lowBattery : 0) |
      (state.offlineCause === 'MASTER' ? MAP_FLAGS.masterOffline : 0),
  }
}

/** Lists show the worst first. */
export const URGENCY = Uint8Array.from(
  BODIES.map((body) =>
    ['level4', 'level3', 'level2', 'offline', 'moving', 'online', 'unknown', 'disabled'].indexOf(body),
  ),
)

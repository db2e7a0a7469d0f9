import { EMERGENCY } from './send.rules.ts'

export interface OpenMessage {
  id: string
  noticeUserId: string
  channel: string
  level: number
  openedAt: number
  windowEnd: number
  dueAt: number
  /** It waits because of the limit of an hour: whatever comes joins it. */
  held: boolean
}

export interface NewMessage extends Omit<OpenMessage, 'id' | 'held'> {
  deptId: string
}

/** A step of a fault that a person is to be told by one channel. */
export interface Due {
  deptId: string
  noticeUserId: string
  channel: string
  level: number
  /** When the person is to know, epoch ms. */
  at: number
  windowMs: number
}

/** A message that left a person recently: what comes before the end of its window goes out at that end. */
export interface Left {
  noticeUserId: string
  channel: string
  windowEnd: number
}

export interface Merged {
  made: NewMessage[]
  /** Open messages that something joined, as they are now. */
  joined: OpenMessage[]
  /** For each step the open message it joined, or which of the new ones. */
  places: ({ id: string } | { made: number })[]
}

/**
 * Puts what is due for a person and a channel into as few messages as possible: a message takes everything of its window. It
 * leaves at the end of that; a fault of level 4 sends it at once, once in a window.
 */
export function mergeDue(dues: readonly Due[], open: readonly OpenMessage[], left: readonly Left[]): Merged {
  const made: NewMessage[] = []
  const joined = new Map<string, OpenMessage>()
  const byPlace = Map.groupBy(
    open.map((one) => ({ ...one })),
    placeOf,
  )
  const madeAt = new Map<string, number[]>()
  const places = dues.map((due): Merged['places'][number] => {
    const place = placeOf(due)
    const leaves = departureOf(due, left)
    const found = byPlace.get(place)?.find((one) => one.held || isWithin(due, one))
    if (found) {
      hurry(found, due, leaves)
      joined.set(found.id, found)
      return { id: found.id }
    }
    const own = madeAt.get(place) ?? []
    madeAt.set(place, own)
    const at = own.find((index) => isWithin(due, made[index]!))
    if (at !== undefined) {
      hurry(made[at]!, due, leaves)
      return { made: at }
    }
    own.push(made.length)
    const { deptId, noticeUserId, channel, level } = due
    made.push({
      deptId,
      noticeUserId,
      channel,
      level,
      openedAt: due.at,
      windowEnd: due.at + due.windowMs,
      dueAt: leaves,
    })
    return { made: made.length - 1 }
  })
  return { made, joined: [...joined.values()], places }
}

const placeOf = ({ noticeUserId, channel }: { noticeUserId: string; channel: string }) => `${noticeUserId} ${channel}`

const isWithin = ({ at }: Due, { openedAt, windowEnd }: Pick<OpenMessage, 'openedAt' | 'windowEnd'>) =>
  at >= openedAt && at <= windowEnd

function departureOf(due: Due, left: readonly Left[]): number {
  if (due.level < EMERGENCY) return due.at + due.windowMs
  const place = placeOf(due)
  return Math.max(due.at, ...left.filter((one) => placeOf(one) === place).map(({ windowEnd }) => windowEnd))
}

function hurry(message: { level: number; dueAt: number; held?: boolean }, due: Due, leaves: number): void {
  message.level = Math.max(message.level, due.level)
  // What waits because of the limit of an hour waits on, but not with an emergency in it.
  if (!message.held || due.level >= EMERGENCY) message.dueAt = Math.min(message.dueAt, leaves)
}

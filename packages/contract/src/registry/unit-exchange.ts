import { z } from 'zod'

const reading = z.number().min(0)

/** The readings of a counter at which one unit ended and the other began. */
export const counterAnchorSchema = z.object({ key: z.string().min(1).max(40), oldLast: reading, newFirst: reading })
export type CounterAnchor = z.output<typeof counterAnchorSchema>

/** Why nobody could read a counter of the unit that was taken off. */
export const unreadCounterSchema = z.object({
  key: z.string().min(1).max(40),
  reason: z.string().trim().min(1).max(200),
})
export type UnreadCounter = z.output<typeof unreadCounterSchema>

/** What becomes of the unit that was taken off. */
export const TAKEN_OFF = ['UNDER_REPAIR', 'RETIRED'] as const

/** One exchange of units by an order, as the order asks the registry for it. */
export interface UnitSwap {
  oldDeviceId: string
  newDeviceId: string
  oldBecomes: (typeof TAKEN_OFF)[number]
  repairId: string
  at: Date
  counters: CounterAnchor[]
  unread: UnreadCounter[]
}

/** Two units in scope of which one takes the place of the other; `Id`: of which it is known that the caller sees it. */
interface UnitPair<Id extends string> {
  oldId: Id
  newId: Id
}

/** What a unit is known by, whatever its place is called. */
interface UnitNumbers {
  deviceNo: string
  serialNo: string | null
}

/** Both units after the exchange, and what to tell of it once it is committed. */
export interface SwappedUnits<Id extends string> extends UnitPair<Id> {
  before: UnitNumbers
  after: UnitNumbers
  told(): Promise<void>
}

/** One counter at an exchange, as it is written into the history of both units; `at`: epoch ms. */
export interface CounterExchange<Id extends string> extends UnitPair<Id>, CounterAnchor {
  at: number
  byName: string
  userId: string
}

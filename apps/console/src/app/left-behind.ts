import { takeUpLeftBehind } from '../features/registry/commissioning/left-behind.ts'
// What waits of repairs is sent by its own calls.
import '../features/aftersale/field/repair-outbox.ts'

/** Whatever this person left on the telephone is sent, and a commissioning that is not signed is offered, by `open`. */
export const takeUp = takeUpLeftBehind

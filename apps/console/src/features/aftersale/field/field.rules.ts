import {
  FIELD_STEPS,
  type FieldStep,
  type Filled,
  type Meanwhile,
  type Mover,
  REPAIR_LIFE,
  type RepairEntry,
  type RepairRow,
  type RepairStatus,
  type Words,
} from '@sluice/contract'

/** What was entered and is not answered yet. */
export interface WaitingEntry {
  key: string
  /** When it happened, ISO. */
  at: string
  entry: RepairEntry
  /** Why the server refused it. */
  refused?: string
  /** What stands there instead. */
  meanwhile?: Meanwhile
}

/** In these there is work beside the device. */
export const FIELD_STATUSES: readonly RepairStatus[] = ['ACCEPTED', 'ON_SITE', 'WAIT_PARTS', 'REPAIRING']

const transitionOf = (step: FieldStep) => REPAIR_LIFE.transitions.find(({ name }) => name === step)!

function partsOf(parts: Filled['parts'] & object): RepairRow['parts'] {
  return parts.map((part, n) => ({ ...part, id: String(n), amount: Math.round(part.quantity * part.price) }))
}

function withFilled(row: RepairRow, { parts, ...others }: Filled): RepairRow {
  const given = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined))
  const next = { ...row, ...given, ...(parts ? { parts: partsOf(parts) } : {}) }
  const partsFee = next.parts.reduce((sum, { amount }) => sum + (amount ?? 0), 0)
  return { ...next, partsFee, totalFee: partsFee + (next.laborFee ?? 0) }
}

function after(row: RepairRow, { entry, at }: WaitingEntry): RepairRow {
  if (entry.kind === 'FIELDS') return withFilled(row, entry.now)
  if (entry.kind !== 'STEP') return row
  const status = transitionOf(entry.step).to as RepairStatus
  const arrived = entry.step === 'arrive' ? { arriveTime: at } : {}
  return { ...row, status, ...arrived, ...(entry.step === 'work' ? { testState: 'NONE' as const } : {}) }
}

/** The order as it will stand once what waits is taken; what was refused is not. */
export function asEntered(row: RepairRow, waiting: readonly WaitingEntry[]): RepairRow {
  return waiting.filter(({ refused }) => refused === undefined).reduce(after, row)
}

interface Next {
  step: FieldStep
  verb: Words
  /** Why not yet. */
  why: Words | null
}

/** The steps that can be taken of an order beside its device, the way forward first. */
export function nextSteps(row: RepairRow, by: Mover): Next[] {
  return FIELD_STEPS.map((step) => ({ step, of: transitionOf(step) }))
    .filter(({ of }) => of.from.includes(row.status))
    .map(({ step, of }) => ({ step, verb: of.verb, why: of.unless?.(row, by) ?? null }))
    .toSorted((a, b) => Number(a.step === 'wait') - Number(b.step === 'wait'))
}

const FILLED = ['cause', 'damaged', 'measure', 'untested', 'laborFee', 'parts'] as const

export type WholeFilled = { [K in keyof Filled]-?: Exclude<Filled[K], undefined> }

/** What of an order is filled in, as it is sent. */
export function filledIn(row: RepairRow): WholeFilled {
  const { cause, damaged, measure, untested, laborFee } = row
  const parts = row.parts.map(({ item, quantity, price }) => ({ item, quantity, price }))
  return { cause, damaged, measure, untested, laborFee, parts }
}

const said = (value: unknown) => JSON.stringify(typeof value === 'string' ? value.trim() || null : (value ?? null))

/** The fields that are to be others, with what stood there before; null where nothing changed. */
export function changeOf(row: RepairRow, draft: Filled): Extract<RepairEntry, { kind: 'FIELDS' }> | null {
  const stands = filledIn(row)
  const names = FILLED.filter((name) => draft[name] !== undefined && said(draft[name]) !== said(stands[name]))
  if (names.length === 0) return null
  const pick = (from: Filled): Filled => Object.fromEntries(names.map((name) => [name, from[name]]))
  const given = Object.entries(pick(draft)).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.trim() || null : value,
  ])
  return { kind: 'FIELDS', was: pick(stands), now: Object.fromEntries(given) }
}

/** Mine all the same: seen beside what stands there now. Null where the life of the order leaves no way to it. */
export function mineAgain(entry: RepairEntry, { status, fields }: Meanwhile): RepairEntry | null {
  if (entry.kind === 'FIELDS') return { ...entry, was: { ...entry.was, ...fields } }
  if (entry.kind !== 'STEP') return entry
  return transitionOf(entry.step).from.includes(status) ? { ...entry, from: status } : null
}

/** What is left of an entry when what stands there is to stay; null where that is nothing. */
export function theirsKept(entry: RepairEntry, { fields }: Meanwhile): RepairEntry | null {
  if (entry.kind !== 'FIELDS') return null
  const left = Object.entries(entry.now).filter(([name]) => !(name in fields))
  const pick = (from: Filled) => Object.fromEntries(left.map(([name]) => [name, from[name as keyof Filled]]))
  return left.length === 0 ? null : { kind: 'FIELDS', was: pick(entry.was), now: pick(entry.now) }
}

import { type Filled, FILLED_FIELDS, type RepairRow } from '@sluice/contract'

/** What of an order is filled in beside the device. */
type Filling = Pick<RepairRow, 'cause' | 'damaged' | 'measure' | 'untested' | 'laborFee' | 'parts'>

/** What stands in these fields now, as a telephone says it. */
export function filledOf(row: Filling, names: readonly (keyof Filled)[]): Filled {
  const parts = row.parts.map(({ item, quantity, price }) => ({ item, quantity, price }))
  const { cause, damaged, measure, untested, laborFee } = row
  const all: Filled = { cause, damaged, measure, untested, laborFee, parts }
  return Object.fromEntries(names.map((name) => [name, all[name]]))
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Which of the fields become others with these values. */
export function changedIn(row: Filling, values: Readonly<Record<string, unknown>>): (keyof Filled)[] {
  const stands = filledOf(row, FILLED_FIELDS)
  const told = (name: keyof Filled) => {
    const value = values[name] ?? null
    if (name !== 'parts' || !Array.isArray(value)) return value
    return value.map(({ item, quantity, price }) => ({ item, quantity, price }))
  }
  return FILLED_FIELDS.filter((name) => values[name] !== undefined && !isSame(told(name), stands[name]))
}

/**
 * The fields that somebody else changed meanwhile: what stands there is neither what the person saw nor what they want.
 */
export function clashesOf(row: Filling, was: Filled, now: Filled): (keyof Filled)[] {
  const names = Object.keys(now) as (keyof Filled)[]
  const stands = filledOf(row, names)
  return names.filter((name) => !isSame(stands[name], was[name]) && !isSame(stands[name], now[name]))
}

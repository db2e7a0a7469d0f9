import { z } from 'zod'
import { type Dimension, DIMENSION_NAMES, unitsOf } from './unit-table.ts'

/** The unit in which somebody reads a dimension; one that is left out is told as it is stored. */
export type UnitChoice = { readonly [D in Dimension]?: string }

/** Under this key a person keeps their choice, beside their other settings. */
export const UNITS_KEY = 'units'

/** Of what is stored, only what the table knows: a unit that went leaves the others as they are. */
export function unitChoice(given: unknown): UnitChoice {
  const all: Readonly<Record<string, unknown>> = typeof given === 'object' && given !== null ? { ...given } : {}
  return Object.fromEntries(
    DIMENSION_NAMES.flatMap((dimension) => {
      const unit = all[dimension]
      return typeof unit === 'string' && unitsOf(dimension).includes(unit) ? [[dimension, unit] as const] : []
    }),
  )
}

export const unitChoiceSchema = z.record(z.string().max(20), z.string().max(12)).transform(unitChoice)

/** A choice as one line of text, `pressure=bar, temperature=°F`. */
export function unitsText(choice: UnitChoice): string {
  return Object.entries(choice)
    .map(([dimension, unit]) => `${dimension}=${unit}`)
    .join(', ')
}

/** The choice of a line of text; undefined where it names something that the table does not know. */
export function unitsOfText(text: string): UnitChoice | undefined {
  const pairs = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => part.split('=', 2).map((word) => word.trim()) as [string, string | undefined])
  const choice = unitChoice(Object.fromEntries(pairs))
  return Object.keys(choice).length === pairs.length ? choice : undefined
}

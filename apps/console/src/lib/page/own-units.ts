import type { UnitChoice } from '@sluice/contract'
import { setUnits } from '../text/units.ts'

let [atSite, own]: UnitChoice[] = [{}, {}]

function apply(): void {
  setUnits({ ...atSite, ...own })
}

/** The units of whoever signed in; undefined: nobody's, and those of the site apply. */
export function readIn(choice: UnitChoice | undefined): void {
  own = choice ?? {}
  apply()
}

/** The units of this host for everybody who chose none. */
export function readAtSite(choice: UnitChoice | undefined): void {
  atSite = choice ?? {}
  apply()
}

/** What applies to whoever chose nothing. */
export function unitsOfSite(): UnitChoice {
  return atSite ?? {}
}

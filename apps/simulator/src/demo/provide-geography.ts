import type { County, CountyFeature } from '../county/county.ts'
import { DemoError, type PlatformApi } from './platform-api.ts'
import { departmentOf } from './departments.ts'

/** Features per call (contract: geoImport). */
const IMPORT_LIMIT = 500

/**
 * Draws the county on the platform's map through its GeoJSON import, once: a county whose boundary is there by name is
 * left as its operator has it. A fault in the middle leaves the boundary out, which goes last, so the next start tries
 * again; what is there by kind and name is not drawn twice. Answers how many features were made.
 */
export async function provideGeography(
  api: PlatformApi,
  county: County,
  departments: ReadonlyMap<string, string>,
): Promise<number> {
  const existing = await api.all('/device/v1/geo/page', { keyword: '' })
  const known = new Set(existing.map(keyOf))
  const boundary = county.features.filter(({ properties }) => properties.kind === 'AREA')
  if (boundary.some(({ properties }) => known.has(keyOf(properties)))) return 0
  const hasHouses = existing.some(({ kind }) => kind === 'BUILT')
  const missing = county.features.filter(
    ({ properties }) => !(properties.name === undefined ? hasHouses : known.has(keyOf(properties))),
  )
  let made = 0
  for (const [department, features] of byDepartment([
    ...missing.filter((one) => !boundary.includes(one)),
    ...boundary,
  ])) {
    const deptId = departments.get(department)
    if (deptId === undefined) throw new DemoError(`The platform has no department ${department} for the map.`)
    for (let from = 0; from < features.length; from += IMPORT_LIMIT) {
      const answer = await api.post('/device/v1/geo/import', {
        deptId,
        features: features.slice(from, from + IMPORT_LIMIT),
      })
      const { inserted } = answer as { inserted: number }
      made += inserted
    }
  }
  return made
}

function keyOf({ kind, name }: Readonly<Record<string, unknown>>): string {
  return `${String(kind)} ${String(name ?? '')}`
}

/** In the order of the county's drawing, but the whole county's own last: its boundary ends the work. */
function byDepartment(features: readonly CountyFeature[]): [string, CountyFeature[]][] {
  const all = new Map<string, CountyFeature[]>()
  for (const feature of features) {
    const department = departmentOf(feature.properties.district ?? '')
    all.set(department, [...(all.get(department) ?? []), feature])
  }
  const office = departmentOf('')
  return [...all].toSorted(([a], [b]) => Number(a === office) - Number(b === office))
}

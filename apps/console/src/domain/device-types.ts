import {
  DEVICE_TYPE_CODES,
  type DeviceTypeCode,
  inLanguage,
  type TypeFace,
  type TypePanel,
  usualPanel,
} from '@sluice/contract'
import { byName, setOwnTexts } from '../lib/text/text.ts'
import { setTypeFaces } from '../parts/icon/type-faces.ts'

let known: readonly TypeFace[] | null = null

/** From now on types are called and drawn as the registry says; null: as the program does, e.g. after sign-out. */
export function setDeviceTypes(types: readonly TypeFace[] | null): void {
  known = types
  setTypeFaces(types ?? [])
  setOwnTexts('deviceType', (language) =>
    (types ?? []).map(({ code, name }) => [`enum.deviceType.${code}`, inLanguage(name, language)]),
  )
}

/** One type as a list showed it last: whoever changed it sees it everywhere at once. */
export function noteType(face: TypeFace): void {
  const before = known?.find(({ code }) => code === face.code)
  if (known === null || JSON.stringify(before) === JSON.stringify(face)) return
  setDeviceTypes(before ? known.map((one) => (one === before ? face : one)) : [...known, face])
}

/** What the page of a device of this type has beside its values. */
export function panelOf(code: string): TypePanel {
  return known?.find((face) => face.code === code)?.panel ?? usualPanel(code)
}

/** The types to choose from, in the order of the registry; the present one stays. */
export function typeChoices(present?: DeviceTypeCode): { value: DeviceTypeCode; label: string }[] {
  const codes = known?.map(({ code }) => code) ?? DEVICE_TYPE_CODES
  const all = present === undefined || codes.includes(present) ? codes : [...codes, present]
  return all.map((value) => ({ value, label: byName(`enum.deviceType.${value}`) }))
}

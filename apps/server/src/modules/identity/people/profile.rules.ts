import type { Profile } from '@sluice/contract'

/** A whole profile from the values of a form: omitted ones are empty. */
export function profileOf({ nickName = '', sex, phone, email, introduction }: Partial<Profile>): Profile {
  return {
    nickName,
    sex: sex ?? 'UNKNOWN',
    phone: phone ?? null,
    email: email ?? null,
    introduction: introduction ?? null,
  }
}

type Side = Partial<Profile>

/** The differences of two profiles; null when there are none. */
export function changeOf(before: Profile, after: Profile): { before: Side; after: Side } | null {
  const names = (Object.keys(after) as (keyof Profile)[]).filter((name) => before[name] !== after[name])
  if (names.length === 0) return null
  const of = (profile: Profile): Side => Object.fromEntries(names.map((name) => [name, profile[name]]))
  return { before: of(before), after: of(after) }
}

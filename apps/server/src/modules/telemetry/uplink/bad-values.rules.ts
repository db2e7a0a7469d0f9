import { type DeviceMessage, NAMED_VALUE_FAULTS, VALUE_FAULTS } from '@sluice/contract'
import type { BadValue } from './uplink.rules.ts'

/** The byte log's name for a frame that is stored with unusable values. */
export const BAD_VALUE = 'value'

/** `flow OUT_OF_RANGE, opening NOT_NUMBER, +3`; undefined for none. Keys of metrics have no blank and no comma. */
export function badValuesNote(values: readonly BadValue[]): string | undefined {
  if (values.length === 0) return undefined
  const said = [...new Set(values.map(({ key, fault }) => `${key} ${fault}`))]
  const more = said.length - NAMED_VALUE_FAULTS
  return [...said.slice(0, NAMED_VALUE_FAULTS), ...(more > 0 ? [`+${more}`] : [])].join(', ')
}

/** The way back. */
export function badValuesOf(note: string | null): DeviceMessage['badValues'] {
  const found: DeviceMessage['badValues'] = { named: [], more: 0 }
  for (const part of note?.split(', ') ?? []) {
    if (part.startsWith('+')) found.more = Number(part.slice(1)) || 0
    const gap = part.lastIndexOf(' ')
    const fault = VALUE_FAULTS.find((one) => one === part.slice(gap + 1))
    if (fault && found.named.length < NAMED_VALUE_FAULTS) found.named.push({ key: part.slice(0, gap), fault })
  }
  return found
}

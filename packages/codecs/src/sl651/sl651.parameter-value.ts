import { bcdBytes, fromHex, HEX_OF_BYTE, toHex } from '@sluice/kit'
import { readNumber } from './sl651.element.ts'
import type { Sl651Parameter } from './sl651.messages.ts'
import { SL651_PARAMETERS } from './sl651.parameters.ts'

/**
 * What a parameter says: a number in the unit of the parameter table (null where missing), the hex as it is for those
 * with a layout of their own and for ids the table does not know.
 */
export function sl651ParameterValue({ id, def, raw }: Sl651Parameter): number | string | null {
  const bytes = fromHex(raw)
  if (SL651_PARAMETERS.get(id)?.form !== 'number' || !bytes.ok) return raw
  return readNumber(bytes.value, 0, bytes.value.length, Number.parseInt(def, 16) & 7)
}

/** A parameter ready to be set, from a number in its unit or from hex. Null where it cannot be written. */
export function sl651Parameter(id: string, value: number | string): Sl651Parameter | null {
  if (typeof value === 'string') {
    const bytes = fromHex(value)
    if (!bytes.ok || bytes.value.length > 31) return null
    return { id, def: HEX_OF_BYTE[bytes.value.length << 3] as string, raw: toHex(bytes.value) }
  }
  const rule = SL651_PARAMETERS.get(id)
  if (rule?.form !== 'number') return null
  const length = (rule.digits + 1) >> 1
  const bytes = bcdBytes(Math.round(value * 10 ** rule.decimals), length)
  if (!bytes) return null
  return { id, def: HEX_OF_BYTE[(length << 3) | rule.decimals] as string, raw: toHex(bytes) }
}

import type { AttributeValue } from '@sluice/contract'

/** The text that reads back as the same value: text that looks like another type is in quotes. */
export function attributeText(value: unknown): string {
  return typeof value === 'string' && jsonOf(value) === undefined ? value : JSON.stringify(value)
}

/** Numbers, true, false and JSON are read as such; everything else is text. */
export function attributeValue(text: string): AttributeValue {
  return jsonOf(text) ?? text
}

function jsonOf(text: string): AttributeValue | undefined {
  try {
    return (JSON.parse(text) as AttributeValue | null) ?? undefined
  } catch {
    return undefined
  }
}

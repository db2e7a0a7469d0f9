import type { AttributeValue } from '@sluice/contract'

/** As it may be typed again: text that could be taken for something else stands in quotes. */
export function attributeText(value: unknown): string {
  return typeof value === 'string' && jsonOf(value) === undefined ? value : JSON.stringify(value)
}

/** Numbers, true, false and JSON are what they look like; everything else is text. */
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

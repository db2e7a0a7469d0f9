import type { FrameField } from '@sluice/contract'

/** The field that holds a byte. */
export function fieldAt(fields: readonly FrameField[], byte: number): number {
  return fields.findIndex(({ from, to }) => from <= byte && byte < to)
}

/** The byte of a step along bytes (←, →), and of one along fields (↑, ↓): its first. */
export function stepped(fields: readonly FrameField[], byte: number | null, key: string): number | null {
  const length = fields.at(-1)?.to ?? 0
  if (length === 0) return null
  if (byte === null) return 0
  if (key === 'ArrowRight') return Math.min(length - 1, byte + 1)
  if (key === 'ArrowLeft') return Math.max(0, byte - 1)
  const field = fieldAt(fields, byte) + (key === 'ArrowDown' ? 1 : -1)
  return fields[Math.max(0, Math.min(fields.length - 1, field))]!.from
}

/** Fields under one head, in the order of the frame: neighbours of one group. */
export interface FieldGroup {
  group: FrameField['group']
  from: number
  to: number
  fields: FrameField[]
}

export function grouped(fields: readonly FrameField[]): FieldGroup[] {
  const groups: FieldGroup[] = []
  for (const field of fields) {
    const last = groups.at(-1)
    if (last?.group === field.group) {
      last.fields.push(field)
      last.to = field.to
    } else groups.push({ group: field.group, from: field.from, to: field.to, fields: [field] })
  }
  return groups
}

/** Whether the words stand in a field's name, value, bytes or clause. */
export function matches(field: FrameField, name: string, raw: string, words: string): boolean {
  const wanted = words.trim().toLowerCase()
  if (wanted === '') return true
  const all = [name, field.id ?? '', field.value ?? '', field.clause ?? '', raw]
  return all.some((text) => text.toLowerCase().replaceAll(' ', '').includes(wanted.replaceAll(' ', '')))
}

import { toHex } from '@sluice/kit'
import type { FieldKind, FrameField, FramePart } from './codec.ts'

type Told = Partial<Omit<FrameField, 'from' | 'to' | 'parts'>> & { parts?: readonly FramePart[] }

/** Collects the fields of one frame from its first byte to its last. */
export class FieldList {
  readonly frame: Uint8Array
  readonly fields: FrameField[] = []
  #group: FrameField['group'] = 'head'
  at = 0

  constructor(frame: Uint8Array) {
    this.frame = frame
  }

  /** The group of the fields from here on. */
  begin(group: FrameField['group']): void {
    this.#group = group
  }

  get left(): number {
    return this.frame.length - this.at
  }

  /** The next `length` bytes; false where there are fewer, which are then unread. */
  take(length: number, kind: FieldKind, name: string, told: Told = {}): boolean {
    if (length <= 0) return true
    if (length > this.left) {
      this.rest()
      return false
    }
    const [from, to] = [this.at, this.at + length]
    const value = told.value === undefined ? toHex(this.frame, from, to) : told.value
    const { group = this.#group, parts = [{ from, to, kind }], ...more } = told
    this.fields.push({ from, to, kind, name, ...more, group, value, parts })
    this.at = to
    return true
  }

  /** Everything up to `to` as bytes without a meaning. */
  rest(to = this.frame.length, name = 'unread'): void {
    if (to > this.at) this.take(to - this.at, 'unread', name, { value: null })
  }
}

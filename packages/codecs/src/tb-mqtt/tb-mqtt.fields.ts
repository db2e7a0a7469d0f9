import { utf8Text } from '@sluice/kit'
import type { FrameField } from '../codec.ts'
import { FieldList } from '../field-list.ts'

/** A member of an object with a plain value, as it stands in the text; one character is one byte. */
const LEAF = /"((?:[^"\\]|\\.)*)"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null)/g

/** Topic, and the members of the payload that have a plain value. */
export function tbMqttFields(frame: Uint8Array): FrameField[] {
  const list = new FieldList(frame)
  const end = frame.indexOf(0)
  // No topic has control characters.
  if (end < 0 || frame.subarray(0, end).some((byte) => byte < 0x20)) {
    list.rest()
    return list.fields
  }
  list.take(end, 'address', 'topic', { value: utf8Text(frame.subarray(0, end)) })
  list.take(1, 'frame', 'separator', { value: null })
  let text = ''
  for (let at = list.at; at < frame.length; at++) text += String.fromCharCode(frame[at]!)
  const begin = list.at
  list.begin('values')
  for (const found of text.matchAll(LEAF)) {
    const from = begin + found.index
    between(list, from)
    const to = from + found[0].length
    const valueAt = to - found[2]!.length
    const id = utf8Text(frame.subarray(from + 1, from + 1 + found[1]!.length))
    const value = utf8Text(frame.subarray(valueAt, to)).replace(/^"(.*)"$/s, '$1')
    const isTime = id === 'ts'
    const kind = found[2] === 'null' ? 'missing' : isTime ? 'time' : 'value'
    list.take(to - from, kind, isTime ? 'ts' : 'member', {
      id,
      value: kind === 'missing' ? null : value,
      parts: [
        { from, to: valueAt, kind: 'mark', role: 'guide' },
        { from: valueAt, to, kind, role: 'value' },
      ],
    })
  }
  between(list, frame.length)
  return list.fields
}

/** Brackets, commas and names of objects. */
function between(list: FieldList, to: number): void {
  if (to > list.at) list.take(to - list.at, 'frame', 'jsonText', { group: 'body', value: null })
}

import type { Codec, SkippedBytes } from '@sluice/codecs'
import { fail, ok, utf8Text } from '@sluice/kit'

/**
 * `ID[:PASSWORD];value`, or the answer to a command: `ID[:PASSWORD];ACK n` or `NAK n`. Downlinks: `ID;word n` and
 * `ID;OK`.
 */
export interface LineMessage {
  id: string
  password: string
  said: string
}

const MAX_BYTES = 64
const END = 10

/** One message per line of text. */
export const line: Codec<LineMessage> = {
  protocol: 'TOY_LINE',
  split(buffer, ended = false) {
    const frames: Uint8Array[] = []
    const faults: SkippedBytes[] = []
    let start = 0
    for (let end = buffer.indexOf(END); end >= 0; end = buffer.indexOf(END, start)) {
      frames.push(buffer.subarray(start, end + 1))
      start = end + 1
    }
    const rest = buffer.subarray(start)
    if (rest.length === 0 || (!ended && rest.length <= MAX_BYTES)) return { frames, faults, consumed: start }
    faults.push({ fault: { kind: ended ? 'truncated' : 'invalid', at: 0 }, bytes: rest })
    return { frames, faults, consumed: buffer.length }
  },
  decode(frame) {
    const found = /^([0-9A-Z-]+)(?::(\w*))?;([^\n]+)\n$/.exec(utf8Text(frame))
    if (!found) return fail({ kind: 'invalid', at: 0 })
    const [, id = '', password = '', said = ''] = found
    return ok({ id, password, said })
  },
  encode: ({ id, password, said }) =>
    ok(new TextEncoder().encode(`${id}${password === '' ? '' : `:${password}`};${said}\n`)),
  describe: (message) => ({ ...message }),
  fields(frame) {
    const whole = { from: 0, to: frame.length, kind: 'value' } as const
    return [{ ...whole, name: 'said', group: 'body', value: utf8Text(frame), parts: [whole] }]
  },
}

import { fail } from '@sluice/kit'
import type { Codec } from '../codec.ts'
import { decodeAsciiFrame, encodeAsciiFrame } from './sl651.ascii-frame.ts'
import { describeSl651 } from './sl651.describe.ts'
import { sl651Fields } from './sl651.fields.ts'
import { decodeHexFrame, encodeHexFrame, SOH_ASCII } from './sl651.frame.ts'
import type { Sl651Message } from './sl651.messages.ts'
import { splitSl651 } from './sl651.splitter.ts'

/**
 * SL 651-2014, HEX (7E7E) and ASCII (01) frames on one port. Packets of a multi-packet message are decoded one by
 * one (`body.kind` 'part'); `createSl651Assembler` joins them.
 */
export const sl651: Codec<Sl651Message> = {
  protocol: 'SL651',
  split: splitSl651,
  decode(frame) {
    if (frame.length === 0) return fail({ kind: 'truncated', at: 0 })
    return frame[0] === SOH_ASCII ? decodeAsciiFrame(frame) : decodeHexFrame(frame)
  },
  encode: (message) => (message.encoding === 'ASCII' ? encodeAsciiFrame(message) : encodeHexFrame(message)),
  describe: describeSl651,
  fields: sl651Fields,
}

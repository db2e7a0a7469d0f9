import type { Fault } from '@sluice/contract'
import { byName } from '../../lib/text/text.ts'
import { type GlyphName, levelGlyph } from '../../parts/icon/glyphs.tsx'
import type { FaultSpan } from './history-option.ts'

/** An event at an instant, as a glyph in the lane below the curves. */
export interface Happening {
  key: string
  /** Epoch ms. */
  at: number
  glyph: GlyphName
  text: string
}

/** The commands of a device in a range: the commanded positions as [ms, %], and each command's outcome. */
export interface CommandMarks {
  asked: readonly (readonly [number, number])[]
  happenings: readonly Happening[]
}

/** A command in words, at the time it was made; `who` is null where nobody of this platform made it. */
export interface CommandEvent extends Happening {
  who: string | null
}
export type UseCommandEvents = (deviceId: string, startTime: string, endTime: string) => readonly CommandEvent[]

/** Another feature knows the commands: the app joins the two. */
export type UseCommandMarks = (deviceId: string, startTime: string, endTime: string) => CommandMarks

/** The faults of a range with start and duration. An active one ends with the range. */
export function faultsWithin(
  faults: readonly Fault[],
  from: number,
  to: number,
): { spans: FaultSpan[]; happenings: Happening[] } {
  const held = faults
    .map((fault) => ({
      fault,
      from: Date.parse(fault.firstTime),
      to: fault.clearTime ? Date.parse(fault.clearTime) : to,
    }))
    .filter((one) => one.to > from && one.from < to)
  return {
    spans: held.map((one) => ({ from: Math.max(from, one.from), to: Math.min(to, one.to), level: one.fault.level })),
    happenings: held
      .filter((one) => one.from >= from)
      .map(({ fault, from: at }) => {
        const glyph = levelGlyph(fault.level)
        return { key: `fault ${fault.id}`, at, glyph, text: byName(`fault.${fault.code}`, fault.code) }
      }),
  }
}

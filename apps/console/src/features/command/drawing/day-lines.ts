import type { Command } from '@sluice/contract'
import type { Spot } from '../../../domain/series/curve.ts'

/** The commanded positions: each until the next command, or until it ended without proof. */
export function askedLine(commands: readonly Command[], from: number, to: number): Spot[][] {
  const asked = commands
    .flatMap((command) => {
      const opening = command.target?.opening
      return typeof opening === 'number' && command.sentTime ? [{ at: Date.parse(command.sentTime), opening }] : []
    })
    .toSorted((a, b) => a.at - b.at)
    .filter(({ at }) => at <= to)
  const begun = asked.findLastIndex(({ at }) => at < from)
  const shown = begun < 0 ? asked : asked.slice(begun)
  const line: Spot[] = []
  for (const { at, opening } of shown) {
    const before = line.at(-1)
    const time = Math.max(at, from)
    if (before) line.push([time, before[1]])
    line.push([time, opening])
  }
  const last = line.at(-1)
  return last ? [[...line, [to, last[1]]]] : []
}

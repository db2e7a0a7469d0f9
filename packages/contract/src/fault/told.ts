/**
 * Whether a fault that comes and goes is told again: each time it has begun twice as often as when it was last told, so that
 * fourteen beginnings are four lines and not fourteen. `begun` is how often it began within two hours.
 */
export function isTold({ begun = 1 }: { begun?: number }): boolean {
  return Number.isInteger(Math.log2(begun))
}

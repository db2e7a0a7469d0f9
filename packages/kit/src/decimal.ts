/** As many digits as a sensor, a limit or a calibration can have: binary fractions leave crumbs in the sixteenth. */
const DIGITS = 12

/** A number without the crumbs of binary fractions: 0.1 + 0.2 is 0.3. */
export function withoutCrumbs(value: number): number {
  return Number(value.toPrecision(DIGITS))
}

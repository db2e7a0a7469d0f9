const LIMITS: ReadonlyMap<unknown, number> = new Map([
  ['CLOSED', 0],
  ['OPEN', 100],
])

/** Where a valve is, percent: its limit switches win over the percentage (domain 4.4 rule 7); null when neither says. */
export function openingPercent(valveState: unknown, percent: number | null): number | null {
  return LIMITS.get(valveState) ?? percent
}

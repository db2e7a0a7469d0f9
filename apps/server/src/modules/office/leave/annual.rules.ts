/** Annual leave by whole years of service (domain 9.4), the longest first. */
const BANDS = [
  { years: 20, days: 15 },
  { years: 10, days: 10 },
  { years: 1, days: 5 },
] as const

/** Whole years of service at the beginning of a year. */
export function serviceYears(seniorityFrom: string, year: number): number {
  const begun = Number(seniorityFrom.slice(0, 4))
  // Who began on 1 January has a whole year a year later; everybody else not before their day.
  return Math.max(0, year - begun - (seniorityFrom.slice(5) === '01-01' ? 0 : 1))
}

/** The half days of annual leave of so many years of service. */
export function annualHalves(years: number): number {
  return 2 * (BANDS.find((band) => years >= band.years)?.days ?? 0)
}

/** SQL for a `timestamptz` as the API answers it: ISO 8601 in UTC, to the millisecond; null stays null. */
export function iso(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

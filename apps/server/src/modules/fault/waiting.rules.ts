import { WAITING_SIGNS, type Waiting, type WaitingItem } from '@sluice/contract'

/** An item of the list, or the count of a department (`DEPT`: its id, `n` items, the most urgent sign). */
export interface WaitingRow extends Omit<WaitingItem, 'kind' | 'sign' | 'takenBy'> {
  kind: WaitingItem['kind'] | 'DEPT'
  /** Its place in `WAITING_SIGNS`. */
  sign: number
  taken: boolean
  takenBy: string | null
}

const itemOf = ({ taken: _taken, sign, kind, ...row }: WaitingRow): WaitingItem[] =>
  kind === 'DEPT' ? [] : [{ ...row, kind, sign: WAITING_SIGNS[sign]! }]

/** The answer, from rows in their order; `listed` of what waits are spelled out. */
export function waitingOf(rows: readonly WaitingRow[], listed: number): Omit<Waiting, 'lastTime'> {
  const [open, taken] = [rows.filter((row) => !row.taken), rows.filter((row) => row.taken)]
  const depts = open
    .filter(({ kind }) => kind === 'DEPT')
    .map(({ id, n, sign }) => ({ id, total: n, sign: WAITING_SIGNS[sign]! }))
  const found = open.flatMap(itemOf)
  return {
    total: depts.reduce((sum, { total }) => sum + total, 0),
    taken: taken.reduce((sum, { kind, n }) => sum + (kind === 'DEPT' ? n : 0), 0),
    sign: WAITING_SIGNS[Math.min(...open.map(({ sign }) => sign))] ?? null,
    depts,
    list: found.slice(0, listed),
    deviceIds: [...new Set(found.map(({ deviceId }) => deviceId))],
    takenList: taken.flatMap(itemOf),
  }
}

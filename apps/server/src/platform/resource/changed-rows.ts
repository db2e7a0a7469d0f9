import { listsChangedBy, type Resource, type StoredEventMap } from '@sluice/contract'
import type { Sql } from '../db/db.ts'
import { emitLater } from '../outbox/outbox.store.ts'
import { deptsOfDevices } from './changed-device.store.ts'

export type ChangedRows = StoredEventMap['rows.changed']

/**
 * Tells the open lists of these resources to ask again, after the commit of the transaction that changed the rows. What is
 * said several times in a transaction is told once.
 */
export async function tellRows(tx: Sql, changed: readonly ChangedRows[]): Promise<void> {
  const facts = new Map<string, ChangedRows>()
  for (const { resources, deptIds, userId } of changed) {
    if (resources.length === 0) continue
    const fact = { resources, deptIds: [...new Set(deptIds)] }
    const told = userId === undefined ? fact : { ...fact, userId }
    facts.set(JSON.stringify(told), told)
  }
  const events = Array.from(facts.values(), (fact) => ({ name: 'rows.changed', key: null, fact }) as const)
  await emitLater(tx, events)
}

/** The same of rows that belong to these departments; null: to none. */
export function tellRowsOf(tx: Sql, resource: Resource, deptIds: readonly (string | null)[] = []): Promise<void> {
  return tellRows(tx, [{ resources: listsChangedBy(`${resource.name}.update`), deptIds }])
}

/** The same of rows that belong to these devices; null: to none. */
export async function tellRowsOfDevices(
  tx: Sql,
  resource: Resource,
  deviceIds: readonly (string | null)[],
): Promise<void> {
  if (deviceIds.length === 0) return
  const known = new Set(deviceIds.filter((id) => id !== null))
  const deptIds = await deptsOfDevices(tx, [...known])
  await tellRowsOf(tx, resource, deviceIds.includes(null) ? [null, ...deptIds] : deptIds)
}

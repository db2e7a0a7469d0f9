import { type DatabaseAddress, type DatabaseLog, openDatabase } from '../db/db.ts'

/** The product's role and its database; not a superuser, so that a hole in our SQL does not open the machine. */
export const applicationRole = 'sluice'

/** Makes the product's role and database when they are missing. Also proves that our password opens the server. */
export async function ensureApplicationDatabase(
  admin: DatabaseAddress,
  password: string,
  log: DatabaseLog,
): Promise<void> {
  const database = await openDatabase({ address: admin, log, poolSize: 1, applicationName: 'sluice-supervisor' })
  try {
    const { rows } = await database.query<{ role: boolean; db: boolean }>(
      'select exists (select from pg_roles where rolname = $1) as role, exists (select from pg_database where datname = $1) as db',
      [applicationRole],
    )
    if (rows[0]?.role !== true) {
      // Our own random letters, digits, - and _: nothing in it needs quoting.
      await database.query(`create role ${applicationRole} login password '${password}'`)
      await database.query(`grant pg_monitor to ${applicationRole}`)
    }
    if (rows[0]?.db !== true) await database.query(`create database ${applicationRole} owner ${applicationRole}`)
  } finally {
    await database.close()
  }
}

import { randomBytes } from 'node:crypto'
import type { Database, DatabaseAddress } from '../db/db.ts'
import { applicationRole } from '../postgres/application-database.ts'
import { inDatabase, open, type Place } from './places.ts'
import { quoted } from './schema-facts.store.ts'

/** A temporary database next to the product's own, for a proof or to replace it. */
export interface Scratch {
  name: string
  db: Database
  drop(): Promise<void>
}

const PREFIX = 'sluice_scratch_'

/** Creates an empty one, after removing what an earlier killed command left behind. */
export async function makeScratch({ admin, address, embedded }: Place): Promise<Scratch> {
  const name = `${PREFIX}${randomBytes(6).toString('hex')}`
  await asAdmin(admin, async (db) => {
    const { rows } = await db.query<{ name: string }>(
      `select datname as name from pg_database d where starts_with(datname, $1)
       and not exists (select from pg_stat_activity a where a.datid = d.oid)`,
      [PREFIX],
    )
    for (const left of rows) await db.query(`drop database if exists ${quoted(left.name)}`)
    await db.query(`create database ${quoted(name)}${embedded ? ` owner ${quoted(applicationRole)}` : ''}`)
  })
  const drop = () => asAdmin(admin, (db) => db.query(`drop database if exists ${quoted(name)} with (force)`))
  try {
    const db = await open(inDatabase(address, name))
    return {
      name,
      db,
      drop: async () => {
        await db.close()
        await drop()
      },
    }
  } catch (error) {
    await drop()
    throw error
  }
}

/** Whether this role may make databases; the operator's server may forbid it. */
export async function mayMakeDatabases({ admin }: Place): Promise<boolean> {
  return asAdmin(admin, async (db) => {
    const { rows } = await db.query<{ may: boolean }>(
      'select rolcreatedb or rolsuper as may from pg_roles where rolname = current_user',
    )
    return rows[0]?.may === true
  })
}

/** Renames `from` to `name` and drops the database it replaces; in one transaction, so that `name` always exists. */
export async function replaceDatabase(admin: DatabaseAddress, name: string, from: string): Promise<void> {
  await asAdmin(admin, async (db) => {
    const old = `${PREFIX}old_${randomBytes(4).toString('hex')}`
    await db.transaction(async (tx) => {
      await tx.query(`alter database ${quoted(name)} rename to ${quoted(old)}`)
      await tx.query(`alter database ${quoted(from)} rename to ${quoted(name)}`)
    })
    await db.query(`drop database if exists ${quoted(old)} with (force)`)
  })
}

async function asAdmin<T>(admin: DatabaseAddress, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await open(admin)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

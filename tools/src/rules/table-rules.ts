import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as contract from '@sluice/contract'
import type { Resource } from '@sluice/contract'
import type { Breach } from './breach.ts'
import { listRepository, listSources } from './source-files.ts'
import { withoutComments } from './source-rules.ts'
import { type Ownership, TABLE_OWNERS } from './table-owners.ts'

const OWN_OR_PUBLISHED =
  'A module names its own tables and the views that others publish: read a view of tools/src/rules/table-owners.ts, or ask its owner through a port.'
const LISTED =
  'Each table and view has its owner in tools/src/rules/table-owners.ts, and each view its readers, as they are.'

type Owners = Readonly<Record<string, Ownership>>
type Declared = readonly Pick<Resource, 'plain' | 'table' | 'fields'>[]
interface Source {
  file: string
  text: string
}

/** Checks the SQL of every module against the owners of the tables, and the list of owners against the migrations. */
export function checkTables(root: string): Breach[] {
  const read = (file: string): Source => ({ file, text: readFileSync(join(root, file), 'utf8') })
  const sources = listSources(root).filter(isModuleSource).map(read)
  const migrations = listRepository(root).filter((file) => /^apps\/server\/migrations\/.*\.sql$/.test(file))
  return foreignTables(
    sources,
    migrations.map((file) => read(file).text),
    withPlain(TABLE_OWNERS, Object.values(contract.RESOURCES)),
  )
}

/**
 * The owners that are listed, and `plain` for the tables of plain resources that nobody is listed for: the machine alone
 * reads and writes those, so that no module may name them.
 */
export function withPlain(owners: Owners, resources: Declared): Owners {
  const listed = new Set(Object.values(owners).flatMap(({ tables }) => tables))
  const tables = resources.filter(({ plain }) => plain).flatMap(tablesOf)
  return { ...owners, plain: { tables: tables.filter((table) => !listed.has(table)) } }
}

/** The table of a resource, and those of the lines of its documents. */
function tablesOf({ table, fields }: Declared[number]): string[] {
  return [table, ...Object.values(fields).flatMap((field) => (field.kind === 'lines' ? [field.table] : []))]
}

function isModuleSource(file: string): boolean {
  return /^apps\/server\/src\/modules\/.*\.ts$/.test(file) && !/\.(test|fixture)\.ts$/.test(file)
}

/** The same for given texts: the sources of modules and the migrations, in order. */
export function foreignTables(sources: readonly Source[], migrations: readonly string[], owners: Owners): Breach[] {
  const made = madeBy(migrations)
  const ownerOf = new Map<string, string>()
  const readersOf = new Map<string, readonly string[]>()
  for (const [module, { tables, views = {} }] of Object.entries(owners)) {
    for (const table of [...tables, ...Object.keys(views)]) ownerOf.set(table, module)
    for (const [view, readers] of Object.entries(views)) readersOf.set(view, readers)
  }
  const listed = (where: string): Breach => ({ where, rule: 'tables-have-owners', sentence: LISTED })
  const breaches = [...made].filter((name) => !ownerOf.has(name)).map(listed)
  breaches.push(...[...ownerOf.keys()].filter((name) => !made.has(name)).map(listed))
  const found = new Map([...readersOf.keys()].map((view) => [view, new Set<string>()]))
  for (const { file, text } of sources) {
    const module = file.split('/')[4]!
    for (const table of tablesNamed(text)) {
      const owner = ownerOf.get(table)
      if (owner === undefined || owner === module) continue
      if (readersOf.has(table)) found.get(table)!.add(module)
      else breaches.push({ where: `${file}: ${table} of ${owner}`, rule: 'own-tables', sentence: OWN_OR_PUBLISHED })
    }
  }
  for (const [view, readers] of readersOf) {
    const real = [...found.get(view)!].toSorted().join(', ')
    if (real !== readers.join(', ')) breaches.push(listed(`${view}: read by ${real || 'nobody'}`))
  }
  return breaches
}

/** Tables and views that exist after all migrations. */
function madeBy(migrations: readonly string[]): Set<string> {
  const made = new Set<string>()
  const steps = /^\s*(create|drop)\s+(?:or replace\s+)?(?:table|view)\s+(?:if (?:not )?exists\s+)?(\w+)/gim
  for (const [, verb, name] of migrations.flatMap((text) => [...text.matchAll(steps)])) {
    if (verb!.toLowerCase() === 'create') made.add(name!)
    else made.delete(name!)
  }
  return made
}

const IN_SQL = /\b(?:from|join|into|update|using)\s+(?:only\s+)?"?(\w+)"?(?:(?=(?:\s+(?:as\s+)?\w+)?\s*,\s*"?(\w+))|)/g
/** What the query builder is called with: `selectFrom('vDevice')`. */
const IN_CALLS = /\.(?:selectFrom|updateTable|deleteFrom|insertInto|innerJoin|leftJoin)\(\s*'(\w+)/g
/** A piece of SQL of its own: sql`device d join …`. */
const IN_PIECES = /\bsql(?:<[^`]*>)?`\s*(\w+)\s+\w+\s+(?:left\s+)?join\b/g

/** Rows of a resource are read and written by the resource machine. */
const MOUNTED = /\bmountResource\(\s*api,\s*(\w+)/g

/** Names after from, join, into, update and in calls of the query builder, and the tables of resources; not all are tables. */
export function tablesNamed(source: string): Set<string> {
  const text = withoutComments(source)
  const found = [...text.matchAll(IN_SQL)].flatMap(([, first, second]) => [first!, second ?? ''])
  for (const [, name] of [...text.matchAll(IN_CALLS), ...text.matchAll(IN_PIECES)]) found.push(snake(name!))
  for (const [, resource] of text.matchAll(MOUNTED)) found.push(tableOf(resource!))
  return new Set(found)
}

function tableOf(resource: string): string {
  const found = (contract as Readonly<Record<string, unknown>>)[resource] as { table?: string } | undefined
  return found?.table ?? ''
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

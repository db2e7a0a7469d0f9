import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { cropResource } from '../../../testing/src/plain-screen/crop.resource.ts'
import { workOrderResource } from '../../../testing/src/document-screen/work-order.resource.ts'
import { checkTables, foreignTables, tablesNamed, withPlain } from './table-rules.ts'

const MIGRATIONS = [
  'create table pump (id bigint);\ncreate table well (id bigint);',
  'create view v_well as select id from well;',
]
const OWNERS = { pump: { tables: ['pump'] }, well: { tables: ['well'], views: { v_well: ['pump'] } } }

function broken(text: string, { owners = OWNERS, migrations = MIGRATIONS } = {}): string[] {
  const reader = { file: 'apps/server/src/modules/pump/pump.store.ts', text: `\`select 1 from v_well\`\n${text}` }
  return foreignTables([reader], migrations, owners).map(({ where, rule }) => `${rule}: ${where}`)
}

test('every module names only its own tables and published views', () => {
  expect(checkTables(resolve(import.meta.dirname, '../../..'))).toEqual([])
})

test.each([
  ['`select 1 from well w`'],
  ['`select 1 from pump p join well w on w.id = p.id`'],
  ['`select 1 from pump p, well w`'],
  ['`delete from pump using well where true`'],
  ['`update well set id = 1`'],
  ['`insert into "well" values (1)`'],
  ["db.selectFrom('well')"],
  ['sql`well w join pump p on p.id = w.id`'],
])('a table of another module is told: %s', (text) => {
  expect(broken(text)).toEqual(['own-tables: apps/server/src/modules/pump/pump.store.ts: well of well'])
})

test('its own table, a view, or a name in a comment is not reported', () => {
  expect(broken('/* from well */ // from well\n`select 1 from pump join v_well on true`')).toEqual([])
})

test('a table without an owner, an owner without tables, and wrong readers are reported', () => {
  expect(broken('', { migrations: [...MIGRATIONS, 'create table lake (id bigint);'] })).toEqual([
    'tables-have-owners: lake',
  ])
  expect(broken('', { migrations: [...MIGRATIONS, 'drop table pump;'] })).toEqual(['tables-have-owners: pump'])
  const owners = { ...OWNERS, well: { tables: ['well'], views: { v_well: ['lake', 'pump'] } } }
  expect(broken('', { owners })).toEqual(['tables-have-owners: v_well: read by pump'])
})

test('the table of a resource is found by its name in the contract', () => {
  expect(tablesNamed('mountResource(api, faultResource, {})')).toContain('fault')
})

test('the table of a plain resource needs no line: no module may name it', () => {
  const migrations = [...MIGRATIONS, 'create table crop (id bigint);']
  const owners = withPlain(OWNERS, [cropResource]) as typeof OWNERS
  expect(broken('', { migrations, owners })).toEqual([])
  expect(broken('`select 1 from crop`', { migrations, owners })).toEqual([
    'own-tables: apps/server/src/modules/pump/pump.store.ts: crop of plain',
  ])
})

test('a plain resource whose table a module names is that module’s by its line; others keep theirs', () => {
  const listed = { ...OWNERS, pump: { tables: ['pump', 'crop'] } }
  expect(withPlain(listed, [cropResource])['plain']).toEqual({ tables: [] })
  const { plain: _plain, ...mounted } = cropResource
  expect(withPlain(OWNERS, [mounted])['plain']).toEqual({ tables: [] })
})

test('the lines of a plain document are its tables too', () => {
  const { tables } = withPlain(OWNERS, [{ ...workOrderResource, plain: true }])['plain']!
  expect(tables).toEqual(['work_order', 'work_order_item'])
})

import { permissionKey, type Resource, RESOURCES } from '@sluice/contract'
import type { Sql } from '@sluice/server/src/platform/db/db.ts'
import { makeScope, type Scope, type Session } from '@sluice/server/src/platform/http/session.ts'
import type { LiveHub } from '@sluice/server/src/platform/live/live-hub.ts'
import { tenantFacts } from '@sluice/server/src/platform/resource/tenant-tables.ts'
import { eventsReceived } from './events-received.ts'
import type { TestPlatform } from './platform.ts'

/** Tables whose rows change without a word to the lists that show them, and why. */
const UNTOLD: Readonly<Record<string, string>> = {
  connect_log: 'a line with every connection of every device: its list asks again by itself',
  device_message: 'a line with every report: each is told to those who watch the frames of its device',
}

/** Tables of which only new and deleted rows are told, and why. */
const COUNTED: Readonly<Record<string, string>> = {
  login_session: 'every sign of life is written: its list asks again by itself',
}

const shown = Object.values(RESOURCES)

/** What every table that a resource shows has been written to so far. */
type Marks = ReadonlyMap<string, string>

/** A screen with every list open, of somebody with every right, in these departments or in all. */
function openLists(hub: LiveHub, deptIds: readonly string[] | 'all') {
  const heard: string[] = []
  const scope: Scope = makeScope({
    all: deptIds === 'all',
    deptIds: deptIds === 'all' ? [] : deptIds,
    own: false,
    userId: '0',
    homeDeptId: '0',
  })
  const keys = new Set(Object.values(RESOURCES).map((resource) => permissionKey(resource, 'page')))
  const session = {
    id: 'lists',
    userId: '0',
    username: 'lists',
    deptId: '0',
    roles: [],
    keys,
    scope,
  } as unknown as Session
  const peer = {
    send(text: string) {
      const event = JSON.parse(text) as { type: string; resource: string }
      if (event.type === 'rows') heard.push(event.resource)
    },
    waitingBytes: () => 0,
    close: () => undefined,
  }
  hub.join(peer, session).watch({ lists: Object.keys(RESOURCES) })
  return heard
}

/** Of all rows, which were written by the latest transaction, and how many there are: any write changes one of them. */
async function marksOf(db: Sql): Promise<Marks> {
  const { rows: tables } = await db.query<{ name: string }>(
    "select relname as name from pg_class where relname = any($1) and relkind in ('r', 'p')",
    [[...new Set(shown.map(({ table }) => table))]],
  )
  const marks = tables.map(({ name }) => {
    const latest = name in COUNTED ? '' : ` || ' ' || coalesce(max(xmin::text::bigint), 0)`
    return `select '${name}' as name, count(*)::text${latest} as mark from "${name}"`
  })
  const { rows } = await db.query<{ name: string; mark: string }>(`${marks.join(' union all ')} /* unscoped:test */`)
  return new Map(rows.map(({ name, mark }) => [name, mark]))
}

/** Of a shared table the rows without a department are everybody's to see. */
const isOfTenant = ({ scope, table }: Resource) => scope !== 'none' && !tenantFacts(table)?.shared

/** Two screens with every list open: one that sees everything, and one of a department where nothing happens. */
export function watchLists(hub: LiveHub, test: Pick<TestPlatform, 'db' | 'platform'>, otherDept: string) {
  const { db } = test
  const heard = openLists(hub, 'all')
  const overheard = openLists(hub, [otherDept])
  return {
    /** Begins anew; `untold` ends with the lists that show a row that was written since, and were not told. */
    async begin() {
      await eventsReceived(test)
      const before = await marksOf(db)
      heard.length = 0
      overheard.length = 0
      return {
        /** `action`: that of the operation log, which names a list that has to be told in any case. */
        async untold(action = ''): Promise<string[]> {
          const after = await marksOf(db)
          const named = action.endsWith('.export') ? '' : action.split('.')[0]
          const wanted = shown.filter(
            ({ name, table, scope }) =>
              scope !== 'self' &&
              (name === named || (after.get(table) !== before.get(table) && !Object.hasOwn(UNTOLD, table))),
          )
          await eventsReceived(test)
          return wanted.map(({ name }) => name).filter((name) => !heard.includes(name))
        },
        heard: () => heard,
        /** The lists of tenants that were told where nobody sees their rows. */
        overheard: () => overheard.filter((name) => isOfTenant(RESOURCES[name]!)),
      }
    },
  }
}

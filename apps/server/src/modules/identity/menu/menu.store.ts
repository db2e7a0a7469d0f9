import { ADMIN_ROLE, inLanguage, type Language, type ScreenFolder, type Words } from '@sluice/contract'
import { STORED_LANGUAGE, wordFor } from '../../../platform/resource/built-in-words.ts'
import type { Connection, Sql } from '../../../platform/db/db.ts'
import { unscopedText } from '../../../platform/resource/scoped.ts'
import type { MenuRow } from './menu.rules.ts'
import { MENU_WORDS } from './built-in-names.ts'

/** Every folder, screen and button in menu order, in the terms of API-11, with its title in `language`. */
export async function readMenu(db: Sql, language: Language = STORED_LANGUAGE): Promise<MenuRow[]> {
  const { rows } = await db.query<Record<string, unknown>>(
    `select id, parent_id as "parentId", case type when 'DIR' then '1' when 'MENU' then '2' else '3' end as type, title,
       name, nullif(path, '') as "routePath", nullif(component, '') as component, redirect, perm_code as permission, icon,
       active_menu as "activeMenu", sort, hidden, not no_cache as cache, affix, external, status, builtin
     from resource order by sort, id`,
  )
  return (rows as unknown as Omit<MenuRow, 'own'>[]).map((row) => ({
    ...row,
    title: wordFor(MENU_WORDS, row.name, row.title, language),
    own: MENU_WORDS[row.name]?.[STORED_LANGUAGE] !== row.title,
  }))
}

interface Entry {
  name: string
  parent: string | null
  type: 'DIR' | 'MENU' | 'BUTTON'
  title: Words
  path?: string
  component?: string
  key?: string | undefined
  icon?: string | undefined
  activeMenu?: string | undefined
  sort: number
  hidden?: boolean | undefined
  noCache?: boolean | undefined
  affix?: boolean | undefined
  roles: readonly string[]
}

/**
 * Brings the program's menu into the table: new entries are added and granted to ROLE_ADMIN and the roles they name,
 * known ones follow the program except for what the operator changed (`kept`; whether they are switched off is always
 * the operator's choice), and obsolete ones are removed. `freshRoles` were just created: they get every entry that
 * names them. Only rows that differ are written.
 */
export async function syncMenu(
  tx: Connection,
  menu: readonly ScreenFolder[],
  freshRoles: readonly string[],
): Promise<void> {
  const levels = levelsOf(menu)
  for (const entries of levels) {
    const added = await upsert(tx, entries)
    await grantNew(
      tx,
      entries.map(({ name, roles }) => ({
        name,
        roles: added.has(name) ? roles : roles.filter((role) => freshRoles.includes(role)),
      })),
    )
  }
  const names = levels.flat().map(({ name }) => name)
  await tx.query('delete from resource where builtin and not name = any($1::text[])', [names])
  await grantAll(tx)
}

/** The folders, the screens and the buttons: each level needs the ids of the one before. */
function levelsOf(menu: readonly ScreenFolder[]): readonly (readonly Entry[])[] {
  const folders = menu.map(
    (folder, at): Entry => ({
      ...folder,
      parent: null,
      type: 'DIR',
      sort: (at + 1) * 10,
      roles: rolesOf(folder),
    }),
  )
  const screens = menu.flatMap((folder) =>
    folder.screens.map(
      (screen, at): Entry => ({
        ...screen,
        parent: folder.name,
        type: 'MENU',
        sort: (at + 1) * 10,
        roles: screen.for ?? [],
      }),
    ),
  )
  const buttons = menu
    .flatMap((folder) => folder.screens)
    .flatMap((screen) =>
      (screen.buttons ?? []).map(
        ({ key, title, for: roles = [] }, at): Entry => ({
          name: key,
          key,
          title,
          parent: screen.name,
          type: 'BUTTON',
          sort: (at + 1) * 10,
          roles,
        }),
      ),
    )
  return [folders, screens, buttons]
}

/** A folder is granted with any of its screens. */
function rolesOf(folder: ScreenFolder): string[] {
  return [...new Set(folder.screens.flatMap((screen) => screen.for ?? []))]
}

/** What always follows the program. */
const FOLLOWED = ['parent_id', 'type', 'path', 'component', 'perm_code', 'active_menu', 'affix', 'builtin'] as const

/** What an operator may change of a built-in entry; the next start leaves it unchanged. */
const KEPT = ['title', 'icon', 'sort', 'hidden', 'no_cache'] as const

const CHANGES = [
  ...FOLLOWED.map((column) => ({ column, value: `excluded.${column}` })),
  ...KEPT.map((column) => ({
    column,
    value: `case when '${column}' = any(resource.kept) then resource.${column} else excluded.${column} end`,
  })),
]

/** The names of the entries that were added. */
async function upsert(tx: Connection, entries: readonly Entry[]): Promise<Set<string>> {
  const { rows } = await tx.query<{ name: string; is_new: boolean }>(
    `insert into resource (name, parent_id, type, title, path, component, perm_code, icon, active_menu, sort, hidden,
       no_cache, affix, builtin)
     select e.name, p.id, e.type, e.title, e.path, e.component, e.perm_code, e.icon, e.active_menu, e.sort, e.hidden,
       e.no_cache, e.affix, true
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
       $9::text[], $10::integer[], $11::boolean[], $12::boolean[], $13::boolean[]) with ordinality as e (name, parent,
       type, title, path, component, perm_code, icon, active_menu, sort, hidden, no_cache, affix, place)
     left join resource p on p.name = e.parent order by e.place
     on conflict (name) do update set ${CHANGES.map(({ column, value }) => `${column} = ${value}`).join(', ')}
     where (${CHANGES.map(({ column }) => `resource.${column}`).join(', ')})
       is distinct from (${CHANGES.map(({ value }) => value).join(', ')})
     returning name, xmax = 0 as is_new`,
    [
      entries.map(({ name }) => name),
      entries.map(({ parent }) => parent),
      entries.map(({ type }) => type),
      entries.map(({ title }) => inLanguage(title, STORED_LANGUAGE)),
      entries.map(({ path = '' }) => path),
      entries.map(({ type, component = type === 'DIR' ? 'Layout' : '' }) => component),
      entries.map(({ key = null }) => key),
      entries.map(({ icon = null }) => icon),
      entries.map(({ activeMenu = null }) => activeMenu),
      entries.map(({ sort }) => sort),
      entries.map(({ hidden = false }) => hidden),
      entries.map(({ noCache = false }) => noCache),
      entries.map(({ affix = false }) => affix),
    ],
  )
  return new Set(rows.flatMap(({ name, is_new }) => (is_new ? [name] : [])))
}

async function grantNew(tx: Connection, grants: readonly { name: string; roles: readonly string[] }[]): Promise<void> {
  const pairs = grants.flatMap(({ name, roles }) => roles.map((role) => [name, role]))
  if (pairs.length === 0) return
  await tx.query(
    `insert into role_resource (role_id, resource_id) select r.id, s.id
     from unnest($1::text[], $2::text[]) as g (name, code)
     join role r on r.code = g.code and not r.deleted join resource s on s.name = g.name
     on conflict do nothing ${unscopedText('start')}`,
    [pairs.map(([name]) => name), pairs.map(([, role]) => role)],
  )
}

async function grantAll(tx: Connection): Promise<void> {
  await tx.query(
    `insert into role_resource (role_id, resource_id) select r.id, s.id from role r cross join resource s
     where r.code = $1 and not r.deleted on conflict do nothing ${unscopedText('start')}`,
    [ADMIN_ROLE],
  )
}

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
  parentId: string | null
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
 * names them.
 */
export async function syncMenu(
  tx: Connection,
  menu: readonly ScreenFolder[],
  freshRoles: readonly string[],
): Promise<void> {
  const names: string[] = []
  const add = async (entry: Entry): Promise<string> => {
    names.push(entry.name)
    const { id, isNew } = await upsert(tx, entry)
    await grantNew(tx, id, isNew ? entry.roles : entry.roles.filter((role) => freshRoles.includes(role)))
    return id
  }
  for (const [at, folder] of menu.entries()) {
    const folderId = await add({ ...folder, parentId: null, type: 'DIR', sort: (at + 1) * 10, roles: rolesOf(folder) })
    for (const [index, screen] of folder.screens.entries()) {
      const roles = screen.for ?? []
      const screenId = await add({ ...screen, parentId: folderId, type: 'MENU', sort: (index + 1) * 10, roles })
      for (const [place, button] of (screen.buttons ?? []).entries()) {
        const { key, title } = button
        const sort = (place + 1) * 10
        await add({ name: key, key, title, parentId: screenId, type: 'BUTTON', sort, roles: button.for ?? [] })
      }
    }
  }
  await tx.query('delete from resource where builtin and not name = any($1::text[])', [names])
  await grantAll(tx)
}

/** A folder is granted with any of its screens. */
function rolesOf(folder: ScreenFolder): string[] {
  return [...new Set(folder.screens.flatMap((screen) => screen.for ?? []))]
}

/** What an operator may change of a built-in entry; the next start leaves it unchanged. */
const KEPT = ['title', 'icon', 'sort', 'hidden', 'no_cache'] as const

function unlessKept(column: string): string {
  return `${column} = case when '${column}' = any(resource.kept) then resource.${column} else excluded.${column} end`
}

async function upsert(tx: Connection, entry: Entry): Promise<{ id: string; isNew: boolean }> {
  const { rows } = await tx.query<{ id: string; is_new: boolean }>(
    `insert into resource (name, parent_id, type, title, path, component, perm_code, icon, active_menu, sort, hidden,
       no_cache, affix, builtin)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, true)
     on conflict (name) do update set parent_id = excluded.parent_id, type = excluded.type, path = excluded.path,
       component = excluded.component, perm_code = excluded.perm_code, active_menu = excluded.active_menu,
       affix = excluded.affix, builtin = true, ${KEPT.map(unlessKept).join(', ')}
     returning id, xmax = 0 as is_new`,
    [
      entry.name,
      entry.parentId,
      entry.type,
      inLanguage(entry.title, STORED_LANGUAGE),
      entry.path ?? '',
      entry.component ?? (entry.type === 'DIR' ? 'Layout' : ''),
      entry.key ?? null,
      entry.icon ?? null,
      entry.activeMenu ?? null,
      entry.sort,
      entry.hidden ?? false,
      entry.noCache ?? false,
      entry.affix ?? false,
    ],
  )
  const row = rows[0]!
  return { id: row.id, isNew: row.is_new }
}

async function grantNew(tx: Connection, resourceId: string, roles: readonly string[]): Promise<void> {
  if (roles.length === 0) return
  await tx.query(
    `insert into role_resource (role_id, resource_id) select id, $1 from role
     where code = any($2::text[]) and not deleted on conflict do nothing ${unscopedText('start')}`,
    [resourceId, roles],
  )
}

async function grantAll(tx: Connection): Promise<void> {
  await tx.query(
    `insert into role_resource (role_id, resource_id) select r.id, s.id from role r cross join resource s
     where r.code = $1 and not r.deleted on conflict do nothing ${unscopedText('start')}`,
    [ADMIN_ROLE],
  )
}

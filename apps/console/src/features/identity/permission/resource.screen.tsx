import { menuEntryResource, type MenuEntryRow, RESOURCE_TYPES, resourceTree } from '@sluice/contract'
import { useAnswer } from '../../../lib/api/answer.ts'
import { MISSING } from '../../../lib/text/reading-format.ts'
import { t, useText } from '../../../lib/text/text.ts'
import { Failed } from '../../../parts/fetched/fetched.tsx'
import { Icon, MenuIcon } from '../../../parts/icon/icons.tsx'
import { ListPage } from '../../../parts/list/list-page.tsx'
import type { Cells } from '../../../parts/list/table/table-props.ts'
import { Chip } from '../../../parts/reading/status-chip.tsx'
import { MenuEntryForm } from './menu-entry-form.tsx'
import { flatEntries } from './menu-entry-values.ts'
import '../administration.css'

const { BUTTON } = RESOURCE_TYPES

function Title({ row }: { row: MenuEntryRow }) {
  useText()
  const isButton = row.type === BUTTON
  return (
    <span className="resource-title">
      {!isButton && <MenuIcon name={row.icon} />}
      <span className={isButton ? 't2' : 'resource-name'}>{row.title}</span>
      {row.builtin && <small className="t3">{t('resource.builtin')}</small>}
    </span>
  )
}

const code = (text: string | null) =>
  text ? <span className="mono t2">{text}</span> : <span className="t3">{MISSING}</span>

const CELLS: Cells<typeof menuEntryResource> = {
  title: (row) => <Title row={row} />,
  routePath: (row) =>
    row.external ? (
      <span className="chips">
        <Icon name="link" size={14} label={t('resource.external')} />
        {code(row.routePath)}
      </span>
    ) : (
      code(row.routePath)
    ),
  component: (row) => code(row.component),
  permission: (row) => code(row.permission),
  name: (row) => code(row.name),
  hidden: (row) => (row.hidden ? <Chip tone="plain" text={t('state.yes')} /> : <span className="t3">{MISSING}</span>),
}

/**
 * AD-6: the entries of the menu and the permissions that can be granted; a change shows when a user's menu is loaded
 * again.
 */
export default function ResourceScreen() {
  useText()
  // The parent of an entry is chosen in the tree of permissions.
  const tree = useAnswer(resourceTree, {}, { follows: [menuEntryResource.name] })
  const nodes = tree.data ?? []
  const formOf = (close: () => void, of: { entry?: string; parent?: string }) => {
    const nodeOf = (id?: string) => flatEntries(nodes).find((node) => node.id === id) ?? null
    const [entry, parent] = [nodeOf(of.entry), nodeOf(of.parent)]
    return <MenuEntryForm nodes={nodes} entry={entry} parent={parent} onClose={close} onSaved={close} />
  }
  return (
    <>
      {tree.error && !tree.data && (
        <div className="card">
          <Failed error={tree.error} onRetry={() => void tree.refetch()} />
        </div>
      )}
      <ListPage
        resource={menuEntryResource}
        slots={{
          cells: CELLS,
          // Without the tree, the form would take the entry to edit for a new one.
          omitActions: tree.data ? [] : ['below', 'update'],
          listForms: { insert: (close) => formOf(close, {}) },
          forms: {
            below: ({ id }, close) => formOf(close, { parent: id }),
            update: ({ id }, close) => formOf(close, { entry: id }),
          },
        }}
      />
    </>
  )
}

import { importKey, type Resource, SHEET_FORMATS } from '@sluice/contract'
import { startExport } from '../../lib/api/jobs.ts'
import { useText } from '../../lib/text/text.ts'
import { Icon } from '../icon/icons.tsx'
import { MenuButton } from '../overlay/menu-button.tsx'
import type { ListLayout } from './layout/list-layout.ts'
import type { ListQuery } from './list-query.ts'
import type { Selection } from './list-selection.ts'
import { applyView, type OnFilter } from './search/saved-views.tsx'

interface ExportMenuProps {
  resource: Resource
  columns: readonly string[]
  query: ListQuery
  selection: Selection
}

/** Exports the whole search or the selection, with the shown columns, as CSV or workbook. */
export function ExportMenu({ resource, columns, query, selection }: ExportMenuProps) {
  const { t } = useText()
  const chosen = !selection.allFound && selection.ids.length > 0 ? selection.ids : undefined
  const key = importKey(resource)
  // The key identifies a row when the file is imported again; a two-line cell often shows it without a column of its
  // own.
  const asked = [...new Set(key === undefined || columns.includes(key) ? columns : [key, ...columns])]
  const start = (format: (typeof SHEET_FORMATS)[number]) =>
    // The request layer shows the failure.
    startExport(resource, { format, columns: asked, filters: query.filters, ...(chosen ? { ids: chosen } : {}) }).catch(
      () => undefined,
    )
  return (
    <MenuButton
      label={t('export.title')}
      testId="export-button"
      items={[...SHEET_FORMATS].reverse().map((format) => ({
        key: format,
        label: t(chosen ? 'export.chosen' : 'export.all', { format: format.toUpperCase(), n: chosen?.length ?? 0 }),
        icon: <Icon name="download" size={16} />,
        onSelect: () => void start(format),
      }))}
    >
      <Icon name="download" size={16} />
    </MenuButton>
  )
}

interface ViewMenuProps {
  layout: ListLayout
  onFilter: OnFilter
}

/** The views that this user saved; absent when there are none. */
export function ViewMenu({ layout, onFilter }: ViewMenuProps) {
  const { t } = useText()
  const { views = [] } = layout.preference
  if (views.length === 0) return null
  return (
    <MenuButton
      label={t('views.title')}
      items={views.map((view) => ({
        key: view.name,
        label: view.name,
        onSelect: () => applyView(view, layout, onFilter),
      }))}
    >
      <Icon name="eye" size={16} />
    </MenuButton>
  )
}

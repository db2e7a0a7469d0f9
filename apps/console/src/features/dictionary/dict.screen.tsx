import { dictEntryResource, dictTypeResource, listColumns } from '@sluice/contract'
import { Segmented } from 'antd'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { forgetDictionary } from '../../lib/text/dictionary.ts'
import { t, useText } from '../../lib/text/text.ts'
import { toast } from '../../lib/page/toast.ts'
import { Button } from '../../parts/button/button.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'
import type { ListSlots } from '../../parts/list/layout/list-slots.ts'
import { SideRows } from '../../parts/list/side-rows.tsx'
import { TagPreview } from './tag-preview.tsx'

const COLUMNS = listColumns(dictEntryResource)
const COLUMNS_OF_ALL = ['dictLabel', 'typeId', ...COLUMNS.slice(1)] as const

const TYPE_SLOTS: ListSlots<typeof dictTypeResource> = {
  cells: { dictType: (row) => <span className="mono">{row.dictType}</span> },
}

const ENTRY_SLOTS: ListSlots<typeof dictEntryResource> = {
  omitFilters: ['typeId'],
  side: (query, setFilter) => (
    <SideRows
      resource={dictTypeResource}
      chosen={query.filters.typeId}
      onChoose={(id) => setFilter('typeId', id)}
      words={{ all: t('dict.all'), search: t('dict.search') }}
      note="dictType"
      count="entryCount"
      follows={dictEntryResource.name}
      omitActions={['entries']}
    />
  ),
  cells: {
    dictLabel: (row) => <TagPreview label={row.dictLabel} colour={row.listClass} />,
    dictValue: (row) => <span className="mono">{row.dictValue}</span>,
  },
}

function clearCache(): void {
  forgetDictionary()
  toast('success', t('dict.cleared'))
}

interface EntriesProps {
  chosen: string | undefined
  choice: ReactNode
}

function Entries({ chosen, choice }: EntriesProps) {
  const tools = (
    <>
      {choice}
      <Button onClick={clearCache}>{t('dict.clear')}</Button>
    </>
  )
  const form: ListSlots<typeof dictEntryResource>['form'] = {
    initial: { ...(chosen ? { typeId: chosen } : {}), dictSort: 0 },
    // The value of a built-in entry belongs to the program.
    useShape: (_values, row) => ({
      dictValue: { hidden: row?.builtin ?? false },
      parentId: { hidden: row?.builtin ?? false },
    }),
  }
  return (
    <ListPage
      resource={dictEntryResource}
      slots={{ ...ENTRY_SLOTS, columns: chosen ? COLUMNS : COLUMNS_OF_ALL, tools, form }}
    />
  )
}

/** Types at the left, entries of the chosen one at the right; or the types as a list of their own (AD-7). */
export default function DictScreen() {
  useText()
  const [search, setSearch] = useSearchParams()
  const view = search.get('view') === 'types' ? 'types' : 'entries'
  // Each of the two lists starts without the search of the other.
  const choice = (
    <Segmented<'entries' | 'types'>
      value={view}
      aria-label={t('dict.view')}
      options={[
        { value: 'entries', label: t('dict.entries') },
        { value: 'types', label: t('dict.types') },
      ]}
      onChange={(next) => setSearch(next === 'types' ? { view: next } : {})}
    />
  )
  if (view === 'types') return <ListPage resource={dictTypeResource} slots={{ ...TYPE_SLOTS, tools: choice }} />
  return <Entries chosen={search.get('typeId') ?? undefined} choice={choice} />
}

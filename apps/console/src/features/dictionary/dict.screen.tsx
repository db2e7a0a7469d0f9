import { dictEntryResource, dictTypeResource, listColumns, type DictTypeRow } from '@sluice/contract'
import { Input, Segmented } from 'antd'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { usePermission } from '../../lib/access.tsx'
import { forgetDictionary } from '../../lib/dictionary.ts'
import { byName, t, useText } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { useMobile } from '../../lib/width.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FormDrawer } from '../../parts/form/form-drawer.tsx'
import { Icon } from '../../parts/icons.tsx'
import { useDelete } from '../../parts/list/delete-rows.ts'
import { ListPage } from '../../parts/list/list-page.tsx'
import { RowActions } from '../../parts/list/row-actions.tsx'
import { WaitBlocks } from '../../parts/wait-blocks.tsx'
import { TagPreview } from './tag-preview.tsx'
import { keeperOfType, TypeList } from './type-list.tsx'
import { useTypeRows } from './type-rows.ts'
import './dictionary.css'

const ENTRY_COLUMNS = listColumns(dictEntryResource)

type Editing = { id: string | null } | null

interface TypeChoiceProps {
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
}

/** On a phone the types fold away above the entries of the chosen one. */
function TypeSide({ chosen, onChoose }: TypeChoiceProps) {
  useText()
  const [open, setOpen] = useState(false)
  const name = useTypeRows('').data?.find(({ id }) => id === chosen)?.dictName
  const choose = (id: string | undefined) => {
    setOpen(false)
    onChoose(id)
  }
  if (!useMobile()) return <TypeChoice chosen={chosen} onChoose={onChoose} />
  return (
    <details className="dict-fold" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {name ?? t('dict.all')}
        <Icon name={open ? 'up' : 'down'} size={14} />
      </summary>
      <TypeChoice chosen={chosen} onChoose={choose} />
    </details>
  )
}

function TypeChoice({ chosen, onChoose }: TypeChoiceProps) {
  useText()
  const [typed, setTyped] = useState('')
  const [editing, setEditing] = useState<Editing>(null)
  const types = useTypeRows(typed.trim())
  const mayAdd = usePermission(['dict:add'])
  const mayEdit = usePermission(['dict:edit'])
  const mayDelete = usePermission(['dict:del'])
  const remove = useDelete(dictTypeResource)
  const list = types.data ?? []
  const act = async (row: DictTypeRow) => {
    if ((await remove([row.id])) && row.id === chosen) onChoose(undefined)
  }
  return (
    <>
      <div className="dict-head">
        <h2 className="part-title">{byName('resource.dictType')}</h2>
        {mayAdd && (
          <button
            type="button"
            className="icon-button"
            aria-label={t('form.addTitle', { name: byName('one.dictType') })}
            title={t('form.addTitle', { name: byName('one.dictType') })}
            onClick={() => setEditing({ id: null })}
          >
            <Icon name="plus" size={16} />
          </button>
        )}
      </div>
      <Input
        allowClear
        value={typed}
        maxLength={50}
        placeholder={t('dict.search')}
        aria-label={t('dict.search')}
        onChange={(event) => setTyped(event.target.value)}
      />
      {types.isPending && <WaitBlocks rows={4} />}
      {types.isError && (
        <EmptyState
          icon="broken"
          text={t('state.failed')}
          action={{ label: t('action.retry'), onClick: () => void types.refetch() }}
        />
      )}
      {types.isSuccess && list.length === 0 && <EmptyState icon="search" text={t('state.noMatch')} />}
      <ul className="dict-types" aria-label={byName('resource.dictType')}>
        {typed.trim() === '' && (
          <li className={chosen === undefined ? 'dict-type on' : 'dict-type'}>
            <button
              type="button"
              className="dict-choose"
              aria-pressed={chosen === undefined}
              onClick={() => onChoose(undefined)}
            >
              <span>{t('dict.all')}</span>
            </button>
          </li>
        )}
        {list.map((row) => (
          <li key={row.id} className={row.id === chosen ? 'dict-type on' : 'dict-type'}>
            <button
              type="button"
              className="dict-choose"
              aria-pressed={row.id === chosen}
              onClick={() => onChoose(row.id)}
            >
              <span className={row.status === 'NORMAL' ? '' : 't3'}>{row.dictName}</span>
              <small className="mono t3">{row.dictType}</small>
            </button>
            <small className="num t3" title={t('dictType.entryCount')}>
              {row.entryCount}
            </small>
            {row.id === chosen && (mayEdit || mayDelete) && (
              <RowActions
                subject={row.dictName}
                actions={[
                  ...(mayEdit
                    ? [{ key: 'edit', label: t('action.edit'), onClick: () => setEditing({ id: row.id }) }]
                    : []),
                  ...(mayDelete
                    ? [
                        {
                          key: 'del',
                          label: t('action.delete'),
                          danger: true,
                          because: keeperOfType(row),
                          onClick: () => void act(row),
                        },
                      ]
                    : []),
                ]}
              />
            )}
          </li>
        ))}
      </ul>
      {editing && (
        <FormDrawer
          key={editing.id ?? 'new'}
          resource={dictTypeResource}
          id={editing.id}
          slots={{ onSaved: (id, isNew) => isNew && onChoose(id) }}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  )
}

function ClearCache() {
  useText()
  return (
    <button
      type="button"
      className="btn"
      onClick={() => {
        forgetDictionary()
        toast('success', t('dict.cleared'))
      }}
    >
      {t('dict.clear')}
    </button>
  )
}

type View = 'entries' | 'types'

function ViewChoice({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  useText()
  return (
    <Segmented<View>
      value={view}
      aria-label={t('dict.view')}
      options={[
        { value: 'entries', label: t('dict.entries') },
        { value: 'types', label: t('dict.types') },
      ]}
      onChange={onChange}
    />
  )
}

/** Types at the left, entries of the chosen one at the right; or the types as a list of their own (AD-7). */
export default function DictScreen() {
  useText()
  const [search, setSearch] = useSearchParams()
  const view: View = search.get('view') === 'types' ? 'types' : 'entries'
  // Each of the two lists begins with nothing of the other's search.
  const choice = <ViewChoice view={view} onChange={(next) => setSearch(next === 'types' ? { view: next } : {})} />
  if (view === 'types') return <TypeList tools={choice} onEntries={(typeId) => setSearch({ typeId })} />
  return <EntryList chosen={search.get('typeId') ?? undefined} choice={choice} />
}

function EntryList({ chosen, choice }: { chosen: string | undefined; choice: ReactNode }) {
  useText()
  return (
    <ListPage
      resource={dictEntryResource}
      slots={{
        omitFilters: ['typeId'],
        tools: (
          <>
            {choice}
            <ClearCache />
          </>
        ),
        columns: chosen ? ENTRY_COLUMNS : ['dictLabel', 'typeId', ...ENTRY_COLUMNS.slice(1)],
        side: (query, setFilter) => (
          <TypeSide chosen={query.filters['typeId']} onChoose={(id) => setFilter('typeId', id)} />
        ),
        cells: {
          dictLabel: (row) => <TagPreview label={row.dictLabel} colour={row.listClass} />,
          dictValue: (row) => <span className="mono">{row.dictValue}</span>,
        },

        form: {
          initial: { ...(chosen ? { typeId: chosen } : {}), dictSort: 0 },
          useShape: (_values, row) => ({
            // Of a built-in entry the value is the program's.
            dictValue: { hidden: row?.builtin ?? false },
            parentId: { hidden: row?.builtin ?? false },
          }),
        },
      }}
    />
  )
}

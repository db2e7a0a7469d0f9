import type { FieldName, ListedRow, Resource, RowActionName } from '@sluice/contract'
import { Input } from 'antd'
import { useState } from 'react'
import { useAsked } from '../../lib/api/answer.ts'
import type { CallOptions } from '../../lib/api/api.ts'
import { useFreshRows } from '../../lib/api/fresh-rows.ts'
import { valueOf } from '../../lib/api/resource-calls.ts'
import { useText } from '../../lib/text/text.ts'
import { useMobile } from '../../lib/page/width.ts'
import { EmptyState } from '../fetched/empty-state.tsx'
import { Fetched } from '../fetched/fetched.tsx'
import { ToolButton } from '../button/tool-button.tsx'
import { allPages } from './list-rows.ts'
import { useResourceActions } from './resource-actions.tsx'
import { type RowAction, RowActions } from './table/row-actions.tsx'
import { Caret } from '../icon/caret.tsx'
import './side-rows.css'

interface SideRowsProps<R extends Resource> {
  resource: R
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
  /** The text when no row is chosen, and the placeholder of the search. */
  words: { all: string; search: string }
  /** Below the name of a row, and the number beside it. */
  note: FieldName<R>
  count: FieldName<R>
  /** A resource whose changes change these rows too, e.g. their counts. */
  follows: string
  omitActions?: readonly RowActionName<R>[]
}

function useSideRows<R extends Resource>({ resource, follows }: SideRowsProps<R>, keyword: string) {
  useFreshRows(resource.name)
  const search = keyword === '' ? {} : { keyword }
  const ask = async (how: CallOptions): Promise<readonly ListedRow<R>[]> => (await allPages(resource, search, how)).list
  return useAsked(['page', resource.name, follows, keyword], ask, { keep: true })
}

interface LineProps {
  row: { id: string }
  name: string
  note: string
  count: { number: string; title: string }
  chosen: boolean
  actions: readonly RowAction[]
  onChoose: (id: string) => void
}

function Line({ row, name, note, count, chosen, actions, onChoose }: LineProps) {
  return (
    <li className={chosen ? 'aside-row on' : 'aside-row'}>
      <button type="button" className="aside-choose" aria-pressed={chosen} onClick={() => onChoose(row.id)}>
        <span className={valueOf(row, 'status') === 'DISABLED' ? 't3' : ''}>{name}</span>
        <small className="mono t3">{note}</small>
      </button>
      <small className="num t3" title={count.title}>
        {count.number}
      </small>
      {chosen && actions.length > 0 && <RowActions subject={name} actions={actions} />}
    </li>
  )
}

/** All rows of one resource at the left of another's list, which they filter; the chosen one can be edited. */
export function SideRows<R extends Resource>(props: SideRowsProps<R>) {
  const { resource, chosen, onChoose, words } = props
  const [open, setOpen] = useState(false)
  const name = useSideRows(props, '').data?.find(({ id }) => id === chosen)
  const choose = (id: string | undefined) => {
    setOpen(false)
    onChoose(id)
  }
  if (!useMobile()) return <Rows {...props} />
  // On a phone they are folded above the list.
  return (
    <details className="aside-fold" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {name ? String(valueOf(name, resource.display)) : words.all}
        <Caret kind="fold" open={open} />
      </summary>
      <Rows {...props} onChoose={choose} />
    </details>
  )
}

function Rows<R extends Resource>(props: SideRowsProps<R>) {
  const { resource, chosen, onChoose, words, note, count, omitActions = [] } = props
  const { t, byName } = useText()
  const [typed, setTyped] = useState('')
  const keyword = typed.trim()
  const rows = useSideRows(props, keyword)
  const doable = useResourceActions<R>(resource, {
    omitActions,
    form: { onSaved: (id, isNew) => isNew && onChoose(id) },
    onDone: (action, ids) => action === 'del' && chosen && ids.includes(chosen) && onChoose(undefined),
  })
  const title = byName(`resource.${resource.name}`)
  return (
    <>
      <div className="aside-head">
        <h2 className="part-title">{title}</h2>
        {doable.rights.add && (
          <ToolButton
            icon="plus"
            label={t('form.addTitle', { name: byName(`one.${resource.name}`) })}
            onClick={doable.add}
          />
        )}
      </div>
      <Input
        allowClear
        value={typed}
        maxLength={50}
        placeholder={words.search}
        aria-label={words.search}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Fetched query={rows} empty={<EmptyState icon="search" text={t('state.noMatch')} />}>
        {() => null}
      </Fetched>
      <ul className="aside-rows" aria-label={title}>
        {keyword === '' && (
          <li className={chosen === undefined ? 'aside-row on' : 'aside-row'}>
            <button
              type="button"
              className="aside-choose"
              aria-pressed={chosen === undefined}
              onClick={() => onChoose(undefined)}
            >
              <span>{words.all}</span>
            </button>
          </li>
        )}
        {(rows.data ?? []).map((row) => (
          <Line
            key={row.id}
            row={row}
            name={String(valueOf(row, resource.display))}
            note={String(valueOf(row, note))}
            count={{ number: String(valueOf(row, count)), title: byName(`${resource.name}.${count}`) }}
            chosen={row.id === chosen}
            actions={doable.of(row)}
            onChoose={onChoose}
          />
        ))}
      </ul>
      {doable.drawer}
    </>
  )
}

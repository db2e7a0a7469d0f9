import type { FieldName, Resource } from '@sluice/contract'
import type { ReactNode, RefObject } from 'react'
import { byName, useText } from '../../../lib/text/text.ts'
import { valueOf } from '../../../lib/api/resource-calls.ts'
import { Button } from '../../button/button.tsx'
import { useRowKeys } from '../list-keys.ts'
import { cellOf, titleOf } from './cell.tsx'
import { type RowAction, RowActions } from './row-actions.tsx'
import type { Cells, DrawnRow, LiveRows } from './table-props.ts'
import './phone-rows.css'

/** What a row says on a phone, where the columns of the list do not say it well. */
export interface PhoneFace<R extends Resource> {
  /** The first line; else the name of the row. */
  title?: (row: DrawnRow<R>) => ReactNode
  /** At the right of the first line: the number that people look for. */
  right?: (row: DrawnRow<R>) => ReactNode
  /** The second line before the age; else the state of the row and the next two columns that have a value. */
  second?: (row: DrawnRow<R>) => ReactNode
  /** The key of the action that stands in the row as a button. */
  act?: string
  /** The keys of the actions that a swipe shows; else the first ones that destroy nothing. */
  tray?: readonly string[]
}

interface PhoneRowsProps<R extends Resource> {
  resource: R
  rows: readonly DrawnRow<R>[]
  columns: readonly FieldName<R>[]
  cells: Cells<R>
  face: PhoneFace<R>
  live?: LiveRows<R> | undefined
  actions: (row: DrawnRow<R>) => RowAction[]
  empty: ReactNode
  place: RefObject<HTMLDivElement | null>
  onOpen: (row: DrawnRow<R>) => void
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

/** Which fields stand where: the state at the left, the last time at the right, up to two others between them. */
export function phoneFields<R extends Resource>(
  resource: R,
  columns: readonly FieldName<R>[],
): { state: FieldName<R> | null; below: readonly FieldName<R>[]; age: FieldName<R> | null } {
  const kindOf = (name: FieldName<R>) => resource.fields[name]!.kind
  const state = columns.find((name) => name === 'status' && kindOf(name) === 'enum') ?? null
  const age = columns.findLast((name) => kindOf(name) === 'time') ?? null
  const others = columns.filter((name) => ![resource.display, state, age].includes(name))
  return { state, below: others, age }
}

/** How many of them fit beside the state. */
const BELOW = 2
/** The tray has the first ones; all stand behind the three dots. */
const IN_TRAY = 3

/** Rows of two lines for a phone: a swipe shows the usual actions, and never does one. */
export function PhoneRows<R extends Resource>(props: PhoneRowsProps<R>) {
  const { resource, rows, columns, cells, face, live, actions, empty, place, onOpen } = props
  useText()
  const { keysOf } = useRowKeys<DrawnRow<R>>({ rows, onOpen, onChoose: null })
  if (rows.length === 0) return empty
  const fields = phoneFields(resource, columns)
  const around = live?.around ?? ((_row: DrawnRow<R>, draw: () => ReactNode) => draw())
  const cell = (row: DrawnRow<R>, name: FieldName<R>) => cells[name]?.(row) ?? cellOf(resource, name, row)
  const usual = (row: DrawnRow<R>) => (
    <>
      {fields.state && cell(row, fields.state)}
      {fields.below
        .filter((name) => !isEmpty(valueOf(row, name)))
        .slice(0, BELOW)
        .map((name) => (
          <span key={name} className="clip">
            {cell(row, name)}
          </span>
        ))}
    </>
  )
  /** One open row at a time. */
  const shutOthers = (open: HTMLElement) => {
    for (const row of place.current?.querySelectorAll<HTMLElement>('.phone-row') ?? [])
      if (row !== open && row.scrollLeft > 0) row.scrollTo({ left: 0 })
  }
  return (
    <div ref={place} className="card-grid phone-rows" role="list" aria-label={byName(`resource.${resource.name}`)}>
      {rows.map((row) => (
        <div
          key={row.id}
          role="listitem"
          data-row-key={row.id}
          className="phone-row"
          onScroll={(event) => event.currentTarget.scrollLeft > 0 && shutOthers(event.currentTarget)}
          {...keysOf(row)}
        >
          {around(row, () => (
            <PhoneRow
              title={face.title?.(row) ?? titleOf(resource, row)}
              mark={live?.mark?.(row)}
              right={face.right?.(row)}
              second={face.second ? face.second(row) : usual(row)}
              age={fields.age && cell(row, fields.age)}
              actions={actions(row)}
              act={face.act}
              tray={face.tray}
              subject={titleOf(resource, row)}
              onOpen={() => onOpen(row)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

interface PhoneRowProps {
  title: ReactNode
  mark: ReactNode
  right: ReactNode
  second: ReactNode
  age: ReactNode
  actions: RowAction[]
  act: string | undefined
  tray: readonly string[] | undefined
  subject: string
  onOpen: () => void
}

function PhoneRow({ title, mark, right, second, age, actions, act, tray, subject, onOpen }: PhoneRowProps) {
  const { t } = useText()
  const button = actions.find(({ key }) => key === act)
  const others = actions.filter((one) => one !== button)
  const swiped = others.filter(({ key, danger }) => (tray ? tray.includes(key) : !danger)).slice(0, IN_TRAY)
  return (
    <>
      <div className="phone-row-main">
        {mark}
        {/* The row has the keys; the name is the way for a thumb. */}
        <div className="phone-row-lines" onClick={onOpen} role="presentation">
          <div className="phone-row-line">
            <b className="clip">{title}</b>
            <span className="num phone-row-right">{right}</span>
          </div>
          <div className="phone-row-line phone-row-below">
            {second}
            <small className="num">{age}</small>
          </div>
        </div>
        {button && (
          <Button disabled={Boolean(button.because)} title={button.because ?? undefined} onClick={button.onClick}>
            {button.label}
          </Button>
        )}
        {others.length > 0 && <RowActions actions={others} subject={subject} folded={button ? 'always' : true} />}
      </div>
      <div className="phone-tray" aria-hidden="true" title={t('list.more', { name: subject })}>
        {swiped.map((action) => (
          <button
            key={action.key}
            type="button"
            tabIndex={-1}
            disabled={Boolean(action.because)}
            onClick={action.onClick}
          >
            {action.label}
          </button>
        ))}
      </div>
    </>
  )
}

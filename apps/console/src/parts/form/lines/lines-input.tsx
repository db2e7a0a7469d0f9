import { type FieldOf, fewestLines, mostLines } from '@sluice/contract'
import { Form, type FormListFieldData, type FormListOperation } from 'antd'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { byName, useText } from '../../../lib/text/text.ts'
import { Button } from '../../button/button.tsx'
import { EmptyState } from '../../fetched/empty-state.tsx'
import { cellOf } from '../../list/table/cell.tsx'
import { ToolButton } from '../../button/tool-button.tsx'
import { FieldInput } from '../field-input.tsx'
import { fieldError, type FormOf, triggerOf } from '../form-rules.ts'
import { copyOf, type EditedLine, pastedLines } from './lines-rules.ts'
import { LinesHead, LinesSums } from './lines-table.tsx'
import './lines.css'

interface LinesInputProps {
  resource: FormOf
  name: string
  field: FieldOf<'lines'>
}

interface LineProps extends LinesInputProps {
  at: number
  count: number
  operation: FormListOperation
}

/** One field of a line; derived fields are read-only. */
function LineCell({ resource, name, field, at, own }: LinesInputProps & { at: number; own: string }) {
  const { t } = useText()
  const form = Form.useFormInstance()
  const line = { name: `${resource.name}.${name}`, fields: field.fields }
  const one = field.fields[own]!
  const label = byName(`${line.name}.${own}`)
  if (one.write === 'never') {
    const shown = (form.getFieldValue([name, at]) ?? {}) as EditedLine
    return <td data-label={label}>{cellOf(line, own, shown)}</td>
  }
  const chosen: unknown = form.getFieldValue([name, at, `${own}Name`])
  return (
    <td data-label={label} data-field={own}>
      <Form.Item
        name={[at, own]}
        label={t('lines.cell', { n: at + 1, field: label })}
        validateTrigger={triggerOf(one) === 'blur' ? 'onBlur' : 'onChange'}
        {...(one.kind === 'boolean' ? { valuePropName: 'checked' } : {})}
        rules={[
          {
            validator: (_rule, value: unknown) => {
              const error = fieldError(line, own, value)
              return error ? Promise.reject(new Error(error)) : Promise.resolve()
            },
          },
        ]}
      >
        <FieldInput field={one} chosenName={typeof chosen === 'string' ? chosen : undefined} />
      </Form.Item>
    </td>
  )
}

function LineRow({ at, count, operation, ...lines }: LineProps) {
  const { t } = useText()
  const form = Form.useFormInstance()
  const full = count >= mostLines(lines.field)
  const n = at + 1
  return (
    <tr data-line={at}>
      <th scope="row" className="num">
        {n}
      </th>
      {Object.keys(lines.field.fields).map((own) => (
        <LineCell key={own} {...lines} at={at} own={own} />
      ))}
      <td className="lines-tools">
        {at > 0 && <ToolButton icon="up" label={t('lines.up', { n })} onClick={() => operation.move(at, at - 1)} />}
        {n < count && (
          <ToolButton icon="down" label={t('lines.down', { n })} onClick={() => operation.move(at, at + 1)} />
        )}
        {!full && (
          <ToolButton
            icon="copy"
            label={t('lines.copy', { n })}
            onClick={() => operation.add(copyOf(form.getFieldValue([lines.name, at]) as EditedLine), n)}
          />
        )}
        <ToolButton icon="cross" label={t('lines.remove', { n })} onClick={() => operation.remove(at)} />
      </td>
    </tr>
  )
}

/** The line and field that an event comes from. */
function placeOf(target: EventTarget): { at: number; own: string } | null {
  const row = (target as Element).closest<HTMLElement>('[data-line]')
  const own = (target as Element).closest<HTMLElement>('[data-field]')?.dataset['field']
  return row && own !== undefined ? { at: Number(row.dataset['line']), own } : null
}

/** Enter in the last line adds one, Alt with an arrow moves a line, pasted spreadsheet rows become lines. */
function useLineKeys({ name, field }: LinesInputProps, operation: FormListOperation, count: number) {
  const form = Form.useFormInstance()
  const most = mostLines(field)
  const onKeyDown = (event: KeyboardEvent) => {
    const place = placeOf(event.target)
    if (!place) return
    const { at } = place
    const step = event.key === 'ArrowUp' ? -1 : 1
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault()
      if (at + step >= 0 && at + step < count) operation.move(at, at + step)
    } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement && event.target.role !== 'combobox') {
      // Enter must not submit a half-typed list.
      event.preventDefault()
      if (at === count - 1 && count < most) operation.add({})
    }
  }
  const onPaste = (event: ClipboardEvent) => {
    const place = placeOf(event.target)
    const pasted = place && pastedLines(event.clipboardData.getData('text'), field, place.own)
    if (!pasted) return
    event.preventDefault()
    const here = (form.getFieldValue([name, place.at]) ?? {}) as EditedLine
    const isBlank = Object.values(here).every((value) => value === undefined || value === null || value === '')
    const room = most - count + (isBlank ? 1 : 0)
    if (isBlank) operation.remove(place.at)
    for (const [at, line] of pasted.slice(0, room).entries()) operation.add(line, place.at + at + (isBlank ? 0 : 1))
  }
  return { onKeyDown, onPaste }
}

interface EditorProps extends LinesInputProps {
  rows: readonly FormListFieldData[]
  operation: FormListOperation
}

function LinesEditor({ rows, operation, ...lines }: EditorProps) {
  const { t } = useText()
  const { resource, name, field } = lines
  const keys = useLineKeys(lines, operation, rows.length)
  const values = (Form.useWatch(name) ?? []) as readonly EditedLine[]
  const add = () => operation.add({})
  if (rows.length === 0) return <EmptyState text={t('lines.none')} action={{ label: t('lines.add'), onClick: add }} />
  return (
    <>
      <div className="lines-scroll">
        {/* The keys are those of the inputs inside. */}
        <table className="lines" onKeyDown={keys.onKeyDown} onPaste={keys.onPaste}>
          <LinesHead resource={resource} name={name} field={field} tools />
          <tbody>
            {rows.map(({ key, name: at }) => (
              <LineRow key={key} {...lines} at={at} count={rows.length} operation={operation} />
            ))}
          </tbody>
          <LinesSums resource={resource} name={name} field={field} lines={values} tools />
        </table>
      </div>
      {rows.length < mostLines(field) && (
        <Button icon="plus" onClick={add}>
          {t('lines.add')}
        </Button>
      )}
    </>
  )
}

/** The lines of a document as an editable table; on a phone one card per line. */
export function LinesInput(props: LinesInputProps) {
  const { t } = useText()
  const { resource, name, field } = props
  const [fewest, most] = [fewestLines(field), mostLines(field)]
  const check = (_rule: unknown, lines: readonly unknown[] = []) => {
    if (lines.length < fewest) return Promise.reject(new Error(t('lines.few', { n: fewest })))
    return lines.length > most ? Promise.reject(new Error(t('lines.many', { n: most }))) : Promise.resolve()
  }
  return (
    <fieldset className="wide lines-input">
      <legend>{byName(`${resource.name}.${name}`)}</legend>
      <Form.List name={name} rules={[{ validator: check }]}>
        {(rows, operation, { errors }) => (
          <>
            <LinesEditor {...props} rows={rows} operation={operation} />
            <Form.ErrorList errors={errors} />
          </>
        )}
      </Form.List>
    </fieldset>
  )
}

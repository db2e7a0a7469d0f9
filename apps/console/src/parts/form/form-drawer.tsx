import type { Resource } from '@sluice/contract'
import { formFields, isWritable } from '@sluice/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Form } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { CallFailure } from '../../lib/api-outcome.ts'
import { ask } from '../../lib/ask.ts'
import { forgetRows } from '../../lib/query.ts'
import { type AnyRow, getRow, insertRow, updateRow } from '../../lib/resource-calls.ts'
import { byName, useText } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { EmptyState } from '../empty-state.tsx'
import { ViewDrawer } from '../view-drawer.tsx'
import { WaitBlocks } from '../wait-blocks.tsx'
import type { FormShape } from './form-rules.ts'
import { refusedFields } from './refused-fields.ts'
import { ResourceForm } from './resource-form.tsx'

/** More fields than this stand in two columns. */
const ONE_COLUMN_MAX = 9

export interface FormDrawerProps {
  resource: Resource
  /** Id of the row to edit; null makes a new one. */
  id: string | null
  title?: string
  /** Values a new row starts with. */
  initial?: Record<string, unknown>
  omit?: readonly string[]
  /** A hook: which fields stand there and which must be filled, by what is chosen in others. */
  useShape?: (values: Record<string, unknown>, row: AnyRow | null) => FormShape
  controls?: Record<string, ReactNode>
  below?: (row: AnyRow | null) => ReactNode
  /** Last change of what is sent. */
  finish?: (values: Record<string, unknown>) => Record<string, unknown> | Promise<Record<string, unknown>>
  onClose: () => void
  onSaved?: (id: string, isNew: boolean) => void
}

function defaults(resource: Resource): Record<string, unknown> {
  const fields = Object.entries(resource.fields)
  return Object.fromEntries(
    fields.flatMap(([name, field]) => (field.kind === 'enum' && field.fallback ? [[name, field.fallback]] : [])),
  )
}

/** Only what changed travels on an update (API-5). */
function changedOf(values: Record<string, unknown>, row: AnyRow): Record<string, unknown> {
  const differs = (name: string) => JSON.stringify(values[name] ?? null) !== JSON.stringify(row[name] ?? null)
  return Object.fromEntries(
    Object.keys(values)
      .filter(differs)
      .map((name) => [name, values[name] ?? null]),
  )
}

const NO_VALUES = {}
const NO_SHAPE: FormShape = {}
const usePlainShape = () => NO_SHAPE

function useSave(props: FormDrawerProps, row: AnyRow | null) {
  const { resource, finish, onClose, onSaved, useShape = usePlainShape } = props
  const [form] = Form.useForm<Record<string, unknown>>()
  const [busy, setBusy] = useState(false)
  const shape = useShape((Form.useWatch([], { form, preserve: true }) ?? NO_VALUES) as Record<string, unknown>, row)
  const client = useQueryClient()
  const { t } = useText()

  const save = async () => {
    if (busy) return
    setBusy(true)
    try {
      const typed = Object.entries(form.getFieldsValue(true) as Record<string, unknown>)
      // What a field held before another choice took it away is not sent.
      const values = Object.fromEntries(typed.filter(([name]) => !shape[name]?.hidden))
      const finished = finish ? await finish(values) : values
      let id = row?.id
      if (row) await updateRow(resource, { id: row.id, version: row.version, ...changedOf(finished, row) })
      else {
        const given = Object.entries(finished).filter(([, value]) => value !== undefined)
        id = (await insertRow(resource, Object.fromEntries(given))).id
      }
      toast('success', t(row ? 'done.update' : 'done.add'))
      await forgetRows(client, resource.name)
      onClose()
      onSaved?.(id!, row === null)
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      refusedFields(form, error, (name) => byName(`${resource.name}.${name}`))
    } finally {
      setBusy(false)
    }
  }
  return { form, shape, busy, save }
}

function DrawerForm(props: FormDrawerProps & { row: AnyRow | null }) {
  const { resource, row, initial, omit = [], controls, below, onClose } = props
  const { t } = useText()
  const formId = `form${useId().replaceAll(/[^\w]/g, '')}`
  const [changed, setChanged] = useState(false)
  const { form, shape, busy, save } = useSave(props, row)
  const names = formFields(resource).filter(
    (name) => !omit.includes(name) && isWritable(resource.fields[name]!, row ? 'update' : 'insert'),
  )
  const two = names.length > ONE_COLUMN_MAX
  const label = props.title ?? t(row ? 'form.editTitle' : 'form.addTitle', { name: byName(`one.${resource.name}`) })

  const leave = async () => {
    const sure =
      !changed ||
      (await ask({ title: t('ask.title'), text: t('form.leave'), confirm: t('form.discard'), cancel: t('form.stay') }))
    if (sure) onClose()
  }

  return (
    <ViewDrawer
      width={two ? 720 : 480}
      title={label}
      onClose={() => void leave()}
      footer={
        <div className="form-footer">
          <button type="button" className="btn" onClick={() => void leave()}>
            {t('action.cancel')}
          </button>
          <button type="submit" form={formId} className="btn btn-theme" disabled={busy} aria-busy={busy}>
            {t(busy ? 'state.saving' : 'action.confirm')}
          </button>
        </div>
      }
    >
      <ResourceForm
        id={formId}
        resource={resource}
        form={form}
        names={names}
        row={row}
        initial={row ?? { ...defaults(resource), ...initial }}
        shape={shape}
        {...(controls ? { controls } : {})}
        below={below?.(row)}
        twoColumns={two}
        onSubmit={() => void save()}
        onChange={() => setChanged(true)}
      />
    </ViewDrawer>
  )
}

/** Drawer 480 or 720 wide; an existing row is read again first, so that its version is the newest. */
export function FormDrawer(props: FormDrawerProps) {
  const { resource, id, onClose } = props
  const { t } = useText()
  const row = useQuery({
    queryKey: ['row', resource.name, id],
    queryFn: ({ signal }) => getRow(resource, id!, { inPlace: true, signal }),
    enabled: id !== null,
    gcTime: 0,
    staleTime: 0,
  })
  if (id === null) return <DrawerForm {...props} row={null} />
  if (row.data && !row.isFetching) return <DrawerForm {...props} row={row.data} />
  return (
    <ViewDrawer width={480} onClose={onClose} title={t('state.loading')}>
      {row.isError ? (
        <EmptyState
          icon="broken"
          text={t('state.failed')}
          hint={row.error.message}
          action={{ label: t('action.retry'), onClick: () => void row.refetch() }}
        />
      ) : (
        <WaitBlocks />
      )}
    </ViewDrawer>
  )
}

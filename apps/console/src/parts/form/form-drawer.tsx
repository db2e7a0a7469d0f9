import type { FieldName, GivenValues, InsertValues, Resource, Row, Transition, UpdateValues } from '@sluice/contract'
import { formFields, isWritable, fieldsOfKind } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Form } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { useRow } from '../../lib/api/answer.ts'
import { CallFailure } from '../../lib/api/api-outcome.ts'
import { ask } from '../../lib/page/ask.ts'
import { forgetRows } from '../../lib/api/query.ts'
import { insertRow, type InsertedRow, moveRow, updateRow, valueOf } from '../../lib/api/resource-calls.ts'
import { byName, useText } from '../../lib/text/text.ts'
import { toast } from '../../lib/page/toast.ts'
import { Button } from '../button/button.tsx'
import { Failed } from '../fetched/fetched.tsx'
import { StateSteps } from '../reading/state-steps.tsx'
import { ViewDrawer } from '../overlay/view-drawer.tsx'
import { WaitBlocks } from '../fetched/wait-blocks.tsx'
import type { FormShape } from './form-rules.ts'
import { sentValues } from './sent-values.ts'
import { refusedFields } from './refused-fields.ts'
import { type Controls, ResourceForm } from './resource-form.tsx'

/** More fields than this are laid out in two columns. */
const ONE_COLUMN_MAX = 9

/** Where a screen may insert content of its own into the form of a resource. */
export interface FormSlots<R extends Resource> {
  title?: string
  /** What a row's action is called that opens it, where that says more than changing the row. */
  action?: string
  /** Values a new row starts with. */
  initial?: GivenValues<R>
  omit?: readonly FieldName<R>[]
  /** A hook: which fields are shown and which are required, given the values of others. */
  useShape?: (values: GivenValues<R>, row: Row<R> | null) => FormShape<R>
  controls?: Controls<R>
  below?: (row: Row<R> | null) => ReactNode
  /** Across the form, above a field. */
  above?: Controls<R>
  /** A last change of the values before they are sent. */
  finish?: (values: GivenValues<R>) => GivenValues<R> | Promise<GivenValues<R>>
  onSaved?: (id: string, isNew: boolean, values: GivenValues<R>) => void
  /** Shown in place of the form after a row was added, where the answer holds something to read once. */
  given?: (answer: InsertedRow) => ReactNode
}

interface FormProps<R extends Resource, Slots = FormSlots<R>> {
  resource: R
  /** The id of the row to edit; null for a new row. */
  id: string | null
  slots?: Slots
  /** The form is that of a step of the row: its fields, and the step when it is confirmed. */
  transition?: Transition
  onClose: () => void
}

function defaults(resource: Resource): object {
  const fields = Object.entries(resource.fields)
  return Object.fromEntries(
    fields.flatMap(([name, field]) => (field.kind === 'enum' && field.fallback ? [[name, field.fallback]] : [])),
  )
}

/** An update sends only changed values (API-5). */
function changedOf(values: object, row: object): object {
  const differs = ([name, value]: [string, unknown]) =>
    JSON.stringify(value ?? null) !== JSON.stringify(valueOf(row, name) ?? null)
  return Object.fromEntries(
    Object.entries(values)
      .filter(differs)
      .map(([name, value]) => [name, value ?? null]),
  )
}

const NO_VALUES = {}
const NO_SLOTS = {}
const NO_SHAPE: FormShape<never> = {}
const usePlainShape = () => NO_SHAPE

function useSave<R extends Resource>(props: FormProps<R>, row: Row<R> | null) {
  const { resource, slots = NO_SLOTS, transition, onClose } = props
  const { finish, onSaved, given, useShape = usePlainShape }: FormSlots<R> = slots
  const [form] = Form.useForm<object>()
  const [busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<InsertedRow | null>(null)
  const shape = useShape((Form.useWatch([], { form, preserve: true }) ?? NO_VALUES) as GivenValues<R>, row)
  const client = useQueryClient()
  const { t } = useText()

  const verb = transition && byName(`transition.${resource.name}.${transition.name}`)
  const save = async () => {
    if (busy) return
    setBusy(true)
    try {
      const typed = Object.entries(form.getFieldsValue(true) as object)
      // The value of a field that is now hidden is not sent.
      const values = Object.fromEntries(
        typed.filter(([name]) => !shape[name as FieldName<R>]?.hidden),
      ) as GivenValues<R>
      const sent = sentValues(resource, finish ? await finish(values) : values)
      let made: InsertedRow | null = null
      if (row) {
        const changed = { id: row.id, version: row.version, ...changedOf(sent, sentValues(resource, row)) }
        if (transition) await moveRow(resource, transition, changed)
        else await updateRow(resource, changed as UpdateValues<R>)
      } else {
        const filled = Object.entries(sent).filter(([, value]) => value !== undefined)
        made = await insertRow(resource, Object.fromEntries(filled) as InsertValues<R>)
      }
      toast('success', transition ? t('done.transition', { verb }) : t(row ? 'done.update' : 'done.add'))
      await forgetRows(client, resource.name)
      if (made && given) setAnswer(made)
      else onClose()
      onSaved?.(made?.id ?? row!.id, row === null, sent as GivenValues<R>)
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      refusedFields(form, error, (name) => byName(`${resource.name}.${name}`))
    } finally {
      setBusy(false)
    }
  }
  return { form, shape, busy, save, answer, verb }
}

function DrawerForm<R extends Resource>(props: FormProps<R> & { row: Row<R> | null }) {
  const { resource, row, slots = NO_SLOTS, transition, onClose } = props
  const { title, initial, omit = [], controls, below, above, given }: FormSlots<R> = slots
  const { t } = useText()
  const formId = `form${useId().replaceAll(/[^\w]/g, '')}`
  const [changed, setChanged] = useState(false)
  const { form, shape, busy, save, answer, verb } = useSave(props, row)
  const asked = (transition?.fields ?? formFields(resource)) as readonly FieldName<R>[]
  const names = asked.filter(
    (name) => !omit.includes(name) && isWritable(resource.fields[name]!, row ? 'update' : 'insert'),
  )
  const two = names.length > ONE_COLUMN_MAX || fieldsOfKind(resource, 'lines').some(([name]) => names.includes(name))
  const label = title ?? verb ?? t(row ? 'form.editTitle' : 'form.addTitle', { name: byName(`one.${resource.name}`) })

  const leave = async () => {
    const sure =
      !changed ||
      (await ask({ title: t('ask.title'), text: t('form.leave'), confirm: t('form.discard'), cancel: t('form.stay') }))
    if (sure) onClose()
  }

  if (answer) {
    const done = (
      <div className="form-footer">
        <Button kind="theme" autoFocus onClick={onClose}>
          {t('form.read')}
        </Button>
      </div>
    )
    return (
      <ViewDrawer width={480} title={label} onClose={onClose} footer={done}>
        {given?.(answer)}
      </ViewDrawer>
    )
  }
  return (
    <ViewDrawer
      width={two ? 720 : 480}
      title={label}
      onClose={() => void leave()}
      footer={
        <div className="form-footer">
          <Button onClick={() => void leave()}>{t('action.cancel')}</Button>
          <Button type="submit" form={formId} kind="theme" busy={busy}>
            {busy ? t('state.saving') : (verb ?? t('action.confirm'))}
          </Button>
        </div>
      }
    >
      {row && !transition && (
        <div className="form-steps">
          <StateSteps resource={resource} row={row} />
        </div>
      )}
      <ResourceForm
        id={formId}
        resource={resource}
        form={form}
        names={names}
        row={row}
        initial={(row ?? { ...defaults(resource), ...initial }) as GivenValues<R>}
        shape={shape}
        {...(controls ? { controls } : {})}
        below={below?.(row)}
        {...(above ? { above } : {})}
        twoColumns={two}
        onSubmit={() => void save()}
        onChange={() => setChanged(true)}
      />
    </ViewDrawer>
  )
}

/** A drawer 480 or 720 px wide; an existing row is fetched first, so that its version is the newest. */
export function FormDrawer<R extends Resource>(props: FormProps<R, FormSlots<NoInfer<R>>>) {
  const { resource, id, onClose } = props
  const { t } = useText()
  const row = useRow(resource, id, { fresh: true })
  if (id === null) return <DrawerForm {...props} row={null} />
  if (row.data && !row.isFetching) return <DrawerForm {...props} row={row.data} />
  return (
    <ViewDrawer width={480} onClose={onClose} title={t('state.loading')}>
      {row.isError ? <Failed error={row.error} onRetry={() => void row.refetch()} /> : <WaitBlocks />}
    </ViewDrawer>
  )
}

import { type FieldName, type GivenValues, type Resource, RESOURCES } from '@sluice/contract'
import { Form, type FormInstance } from 'antd'
import { Fragment, type ReactNode } from 'react'
import type { FilePlace } from '../../lib/api/files.ts'
import { valueOf } from '../../lib/api/resource-calls.ts'
import { byName, useText } from '../../lib/text/text.ts'
import { FieldInput } from './field-input.tsx'
import { LinesInput } from './lines/lines-input.tsx'
import { fieldError, type FieldShape, type FormOf, type FormShape, triggerOf } from './form-rules.ts'
import { PositionFields } from './position/position-fields.tsx'
import { requiredMark } from './required-mark.tsx'
import { useErrorLanguage } from './shown-errors.ts'

/** Controls of a screen in place of a field's own. */
export type Controls<R extends FormOf> = { readonly [name in FieldName<R>]?: ReactNode }

interface ResourceFormProps<R extends FormOf> {
  id: string
  resource: R
  form: FormInstance
  names: readonly FieldName<R>[]
  /** The row being edited; null for a new one. */
  row: object | null
  initial: GivenValues<R>
  shape?: FormShape<R>
  controls?: Controls<R>
  /** Drawn across the form, above a field. */
  above?: Controls<R>
  /** Drawn below all fields. */
  below?: ReactNode
  twoColumns: boolean
  onSubmit: () => void
  onChange: () => void
}

const WIDE = ['longText', 'json', 'files', 'point']

/** Where the files of a stored row are. */
function placeOf({ name }: FormOf, field: string, row: object | null): FilePlace | undefined {
  const resource: Resource | undefined = (RESOURCES as Readonly<Record<string, Resource>>)[name]
  return row && resource ? { resource, row: String(valueOf(row, 'id')), field } : undefined
}

function FormField({
  resource,
  name,
  row,
  shape = {},
  control,
}: {
  resource: FormOf
  name: string
  row: object | null
  shape?: FieldShape | undefined
  control?: ReactNode
}) {
  const field = resource.fields[name]!
  if (field.kind === 'lines' && !control) return <LinesInput resource={resource} name={name} field={field} />
  const trigger = triggerOf(field) === 'blur' ? 'onBlur' : 'onChange'
  const required = shape.required ?? field.required ?? false
  const hint = byName(`hint.${resource.name}.${name}`, '')
  const chosenName = row && valueOf(row, `${name}Name`)
  return (
    <Form.Item
      className={WIDE.includes(field.kind) ? 'wide' : ''}
      name={name}
      label={byName(`${resource.name}.${name}`)}
      required={required}
      validateTrigger={trigger}
      {...(field.kind === 'boolean' ? { valuePropName: 'checked' } : {})}
      {...(hint ? { extra: hint } : {})}
      rules={[
        {
          validator: (_rule, value: unknown) => {
            const error = fieldError(resource, name, value, required)
            return error ? Promise.reject(new Error(error)) : Promise.resolve()
          },
        },
      ]}
    >
      {control ?? (
        <FieldInput
          field={field}
          chosenName={chosenName ? String(chosenName) : undefined}
          place={placeOf(resource, name, row)}
        />
      )}
    </Form.Item>
  )
}

/** Fields in a column, labels on top, the required mark after the label (docs/spec/look.md#3). */
export function ResourceForm<R extends FormOf>(props: ResourceFormProps<NoInfer<R>> & { resource: R }) {
  const { id, resource, form, names, row, initial, shape, controls, above, below, twoColumns, onSubmit, onChange } =
    props
  useText()
  useErrorLanguage(form)
  const shown = names.filter((name) => !shape?.[name]?.hidden)
  const position = resource.position?.every((part) => shown.some((name) => name === part)) ? resource.position : null
  const field = (name: FieldName<R>) => (
    <Fragment key={name}>
      {above?.[name] && <div className="wide form-above">{above[name]}</div>}
      <FormField resource={resource} name={name} row={row} shape={shape?.[name]} control={controls?.[name]} />
    </Fragment>
  )
  return (
    <Form
      id={id}
      name={id}
      form={form}
      layout="vertical"
      initialValues={initial}
      requiredMark={requiredMark}
      scrollToFirstError={{ focus: true, block: 'center' }}
      onFinish={onSubmit}
      onValuesChange={onChange}
    >
      <div className={twoColumns ? 'form-grid two' : 'form-grid'}>
        {shown.map((name) => {
          if (!position) return field(name)
          // Both stand where the longitude does.
          if (name === position[1]) return null
          if (name !== position[0]) return field(name)
          return (
            <PositionFields key={name} form={form} names={position} onChange={onChange}>
              {position.map((part) => field(part as typeof name))}
            </PositionFields>
          )
        })}
      </div>
      {below}
    </Form>
  )
}

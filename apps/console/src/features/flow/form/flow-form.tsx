import { FIELD_RIGHTS, type FormItem, type FormTag, type FormValue, type FormValues } from '@sluice/contract'
import { useId } from 'react'
import { useText } from '../../../lib/text/text.ts'
import { FormControl } from './form-control.tsx'
import { FormTable } from './form-table.tsx'
import { type FormNames, lengthText, valueText } from './form-text.ts'
import './flow-form.css'

type Right = (typeof FIELD_RIGHTS)[keyof typeof FIELD_RIGHTS]

export interface FlowFormProps {
  items: readonly FormItem[]
  values: FormValues
  /** The values with the changed one. Without it the form is only read. */
  onChange?: (values: FormValues) => void
  /** What may be done with each field here (WD-11). */
  rights?: Readonly<Record<string, Right>>
  /** With a field that `rights` does not name: edited at the start, read at an approval. */
  otherwise?: Right
  /** What is wrong, by the path of the field (`formProblems`, or what the server refused). */
  problems?: Readonly<Record<string, string>>
  /** Names of the people and departments that the values name. */
  names?: FormNames
}

/** These take a whole line wherever the form is wide. */
const WIDE: readonly FormTag[] = ['TEXTAREA', 'TABLE', 'NOTE', 'CHECKBOX', 'RADIO', 'TIME_RANGE']

interface FieldProps {
  item: FormItem
  value: FormValue
  onChange: ((value: FormValue) => void) | null
  problems: Readonly<Record<string, string>>
  names: FormNames
}

/** One field with its label, its control or its value, and what is wrong with it. */
export function FlowField({ item, value, onChange, problems, names }: FieldProps) {
  const { byName } = useText()
  const id = useId()
  const { formId, tag, label, required } = item
  if (tag === 'NOTE')
    return (
      <div className="flow-field wide flow-note" data-form-field={formId}>
        <strong>{label}</strong>
        {item.text && <p>{item.text}</p>}
      </div>
    )
  const problem = problems[formId]
  const control = { item, value, names, id, invalid: problem !== undefined }
  const length = lengthText(tag, value)
  return (
    <div className={WIDE.includes(tag) ? 'flow-field wide' : 'flow-field'} data-form-field={formId}>
      <div className="flow-label">
        <label htmlFor={id}>
          {label}
          {required && onChange && (
            <span className="required" aria-hidden="true">
              *
            </span>
          )}
        </label>
        {length && <span className="t3">{length}</span>}
      </div>
      {tag === 'TABLE' ? (
        <FormTable {...control} onChange={onChange} problems={problems} />
      ) : onChange ? (
        <FormControl {...control} onChange={onChange} />
      ) : (
        <span className="flow-value">{valueText(item, value, names) || '–'}</span>
      )}
      {problem && (
        <span className="flow-problem" role="alert">
          {byName(`reason.${problem}`, problem)}
        </span>
      )}
    </div>
  )
}

const NONE = {}

/**
 * The fields of a flow, as they are filled in at the start, read and completed at a step, and tried in the designer. What may not
 * be seen is not there; it is as wide as the place that it is in.
 */
export function FlowForm(props: FlowFormProps) {
  const {
    items,
    values,
    onChange,
    rights = NONE as Readonly<Record<string, Right>>,
    problems = NONE,
    names = NONE,
  } = props
  const otherwise = props.otherwise ?? (onChange ? FIELD_RIGHTS.edit : FIELD_RIGHTS.read)
  return (
    <div className="flow-form">
      <div className="flow-fields">
        {items.map((item) => {
          const right = rights[item.formId] ?? otherwise
          if (right === FIELD_RIGHTS.hidden) return null
          const edited = onChange && right === FIELD_RIGHTS.edit
          return (
            <FlowField
              key={item.formId}
              item={item}
              value={values[item.formId] ?? null}
              problems={problems}
              names={names}
              onChange={edited ? (value) => onChange({ ...values, [item.formId]: value }) : null}
            />
          )
        })}
      </div>
    </div>
  )
}

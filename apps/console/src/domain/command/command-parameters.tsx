import { type CommandDef, type Field, type Fields, inLanguage } from '@sluice/contract'
import { byName, currentLanguage, useText } from '../../lib/text/text.ts'
import { measureText, shownUnit } from '../../lib/text/units.ts'
import { Select } from '../../parts/control/select.tsx'
import { FieldInput } from '../../parts/form/field-input.tsx'

/** The parameters of a command as they are typed. */
export type Given = Record<string, unknown>

/** A command in the words of its product, the usual ones in ours. */
export function nameOfCommand({ code, name }: Pick<CommandDef, 'code' | 'name'>): string {
  return name ? inLanguage(name, currentLanguage()) : byName(`command.${code}`, code)
}

/** What is sent: a switch that nobody touched is off, as it is drawn. */
export function givenParameters(params: Fields, given: Given): Given {
  const off = Object.entries(params).flatMap(([name, { kind }]) => (kind === 'boolean' ? [[name, false]] : []))
  return { ...Object.fromEntries(off), ...given }
}

/** Whether something is required and not typed yet. */
export function lacksParameter(params: Fields, given: Given): boolean {
  const all = givenParameters(params, given)
  return Object.entries(params).some(([name, { required }]) => required && (all[name] ?? null) === null)
}

/** The field of a parameter: typed and shown in the reader's unit, where it has one of a dimension. */
function measuredField(field: Field): Field {
  return field.kind === 'integer' || field.kind === 'decimal' ? { ...field, measured: true } : field
}

/** A parameter as it was asked for, in the words and units of the reader. */
export function parameterWords(field: Field | undefined, value: unknown): string {
  if (!field || typeof value !== 'number' || !('unit' in field)) return ''
  const decimals = field.kind === 'decimal' ? field.decimals : 0
  return [measureText(value, { unit: field.unit, decimals }), shownUnit(field.unit)].filter(Boolean).join(' ')
}

interface InputProps {
  field: Field
  label: string
  value: unknown
  onChange: (value: unknown) => void
}

function ParameterInput({ field, label, value, onChange }: InputProps) {
  const { language } = useText()
  if (field.kind !== 'enum') {
    // A number of a product is a measured one where its unit is that of a dimension.
    return (
      <FieldInput field={measuredField(field)} value={value as never} onChange={onChange as (value: never) => void} />
    )
  }
  const options = field.values.map((one) => {
    const words = field.words?.[one]
    return { value: one, label: words ? inLanguage(words, language) : one }
  })
  return <Select aria-label={label} options={options} value={value as string} onChange={onChange} />
}

interface FieldsProps {
  params: Fields
  given: Given
  onChange: (given: Given) => void
  className?: string
}

/** A field for each parameter of a command, within the bounds of its product. */
export function ParameterFields({ params, given, onChange, className }: FieldsProps) {
  const { language } = useText()
  return Object.entries(params).map(([name, field]) => {
    const label = field.label ? inLanguage(field.label, language) : byName(`parameter.${name}`, name)
    return (
      <label key={name} className={className}>
        <span className="t2">{label}</span>
        <ParameterInput
          field={field}
          label={label}
          value={given[name]}
          onChange={(value) => onChange({ ...given, [name]: value })}
        />
      </label>
    )
  })
}

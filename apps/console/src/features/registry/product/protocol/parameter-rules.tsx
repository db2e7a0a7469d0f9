import { type ModelParameter, PARAMETER_KINDS, type ProductModel } from '@sluice/contract'
import { useText } from '../../../../lib/text/text.ts'
import { Button } from '../../../../parts/button/button.tsx'
import { Section } from '../../../../parts/section/section.tsx'
import { replaced } from '../draft/model-draft.ts'
import { ChoiceCell, NumberCell, Problem, RemoveCell, TextCell } from '../rule-cells.tsx'
import { type CommandProps, RuleTable } from '../rule-table.tsx'

/** The settings that devices of a model keep; only where its protocol carries them. */
export function ParameterRules({ model, problems, readOnly, onChange }: CommandProps) {
  const { t } = useText()
  const { parameters = [] } = model
  if (model.protocol !== 'TB_MQTT') return null
  const set = (n: number, parameter: ModelParameter | null) =>
    onChange(withParameters(model, replaced(parameters, n, parameter)))
  const free = `parameter${parameters.length + 1}`
  const added: ModelParameter = { key: free, name: [free, free], kind: 'number' }
  return (
    <Section title={t('device.parameters')} label={t('device.parameters')}>
      <RuleTable
        title={t('productEdit.parameterList')}
        count={parameters.length}
        columns={[
          t('productEdit.firmwareKey'),
          t('productEdit.nameZh'),
          t('productEdit.nameEn'),
          t('product.pointKind'),
          t('product.pointUnit'),
          t('productEdit.lowest'),
          t('productEdit.highest'),
          t('productEdit.parameterValues'),
        ]}
        hint={t('productEdit.parametersHint')}
        add={
          !readOnly && (
            <Button kind="link" icon="plus" onClick={() => set(parameters.length, added)}>
              {t('productEdit.addParameter')}
            </Button>
          )
        }
      >
        {parameters.map((parameter, n) => (
          <ParameterRow
            key={n}
            parameter={parameter}
            problemOf={(field) => problems[`parameters.${n}.${field}`]}
            readOnly={readOnly}
            onChange={(next) => set(n, next)}
          />
        ))}
      </RuleTable>
    </Section>
  )
}

interface RowProps {
  parameter: ModelParameter
  problemOf: (field: string) => string | undefined
  readOnly: boolean
  onChange: (parameter: ModelParameter | null) => void
}

function ParameterRow({ parameter, problemOf, readOnly, onChange }: RowProps) {
  const { t, byName } = useText()
  const { key, name, kind, unit = '', min, max, values = [] } = parameter
  const isNumber = kind === 'number' || kind === 'integer'
  const text = (label: string, value: string, change: (typed: string) => ModelParameter, maxLength: number) => (
    <TextCell
      label={label}
      value={value}
      maxLength={maxLength}
      readOnly={readOnly}
      onChange={(typed) => typed.trim() !== '' && onChange(change(typed.trim()))}
    />
  )
  return (
    <tr>
      <td>
        {text(t('productEdit.firmwareKey'), key, (next) => ({ ...parameter, key: next }), 64)}
        <Problem reason={problemOf('key')} />
      </td>
      <td>{text(t('productEdit.nameZh'), name[0], (next) => ({ ...parameter, name: [next, name[1]] }), 40)}</td>
      <td>{text(t('productEdit.nameEn'), name[1], (next) => ({ ...parameter, name: [name[0], next] }), 60)}</td>
      <td>
        <ChoiceCell
          label={t('product.pointKind')}
          value={kind}
          options={PARAMETER_KINDS.map((value) => ({ value, label: byName(`enum.pointKind.${value}`) }))}
          readOnly={readOnly}
          onChange={(next) => onChange(ofKind(parameter, next as ModelParameter['kind']))}
        />
      </td>
      <td className="narrow">
        {isNumber && (
          <TextCell
            label={t('product.pointUnit')}
            value={unit}
            maxLength={12}
            readOnly={readOnly}
            onChange={(next) =>
              onChange({ ...without(parameter, 'unit'), ...(next.trim() ? { unit: next.trim() } : {}) })
            }
          />
        )}
      </td>
      {(['min', 'max'] as const).map((bound) => (
        <td key={bound} className="narrow">
          {isNumber && (
            <NumberCell
              label={t(bound === 'min' ? 'productEdit.lowest' : 'productEdit.highest')}
              value={bound === 'min' ? min : max}
              problem={problemOf(bound)}
              readOnly={readOnly}
              onChange={(next) =>
                onChange({ ...without(parameter, bound), ...(next === undefined ? {} : { [bound]: next }) })
              }
            />
          )}
        </td>
      ))}
      <td>
        {kind === 'enum' && (
          <>
            {text(t('productEdit.parameterValues'), values.join(', '), (next) => withValues(parameter, next), 400)}
            <Problem reason={problemOf('values')} />
          </>
        )}
      </td>
      <RemoveCell label={t('productEdit.remove', { name: key })} readOnly={readOnly} onClick={() => onChange(null)} />
    </tr>
  )
}

/** A model without parameters says nothing about them. */
function withParameters(
  { parameters: _before, ...model }: ProductModel,
  next: readonly ModelParameter[],
): ProductModel {
  return next.length > 0 ? { ...model, parameters: next } : model
}

function without(parameter: ModelParameter, field: 'unit' | 'min' | 'max'): ModelParameter {
  const { [field]: _before, ...rest } = parameter
  return rest
}

/** Bounds and unit belong to numbers, choices to what is chosen. */
function ofKind({ key, name, unit, min, max }: ModelParameter, kind: ModelParameter['kind']): ModelParameter {
  if (kind !== 'number' && kind !== 'integer') return { key, name, kind }
  return {
    key,
    name,
    kind,
    ...(unit === undefined ? {} : { unit }),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
  }
}

function withValues(parameter: ModelParameter, typed: string): ModelParameter {
  const values = [...new Set(typed.split(/\s*[,，]\s*/).filter((word) => word !== ''))]
  return values.length > 0 ? { ...parameter, values } : parameter
}

import type { Sl651Uplink } from '@sluice/contract'
import { byName, useText } from '../../../../lib/text/text.ts'
import { Button } from '../../../../parts/button/button.tsx'
import { replaced } from '../draft/model-draft.ts'
import { tintOf } from '../draft/model-words.ts'
import { ChoiceCell, FaultCell, MetricCell, NumberCell, RemoveCell } from '../rule-cells.tsx'
import { RuleTable, type RulesProps } from '../rule-table.tsx'

type Props = RulesProps<Sl651Uplink>
type StatusBit = Sl651Uplink['statusBits'][number]

/** Elements of the reports: which value of which channel is which metric, and how its unit is converted. */
function ElementRules(props: Props) {
  const { uplink, vocabulary, points, choices, problems, readOnly, chosen, onChoose, onChange } = props
  const { t } = useText()
  const { elements } = uplink
  const known = new Map(vocabulary.elements.map((element) => [element.id, element]))
  const nameOf = (id: string) => byName(`sl651.element.${id}`, known.get(id)?.name ?? id)
  const options = vocabulary.elements.map(({ id, unit }) => ({
    value: id,
    label: `${id} ${nameOf(id)}${unit ? ` (${unit})` : ''}`,
  }))
  const set = (n: number, rule: Sl651Uplink['elements'][number] | null) =>
    onChange({ ...uplink, elements: replaced(elements, n, rule) })
  const free = vocabulary.elements.find(({ id }) => !elements.some((rule) => rule.id === id))
  return (
    <RuleTable
      title={t('productEdit.elements')}
      count={elements.length}
      columns={[t('productEdit.element'), t('productEdit.channel'), t('productEdit.factor'), t('productEdit.metric')]}
      hint={t('productEdit.elementsHint')}
      add={
        !readOnly &&
        free && (
          <Button
            kind="link"
            icon="plus"
            onClick={() => set(elements.length, { id: free.id, key: choices[0]?.value ?? 'level', channel: 0 })}
          >
            {t('productEdit.addElement')}
          </Button>
        )
      }
    >
      {elements.map((rule, n) => {
        const { id, key, channel, factor } = rule
        const path = `uplink.elements.${n}`
        return (
          <tr key={`${n}-${id}`} className={chosen === key ? 'chosen' : undefined} onFocus={() => onChoose(key)}>
            <td>
              <ChoiceCell
                label={t('productEdit.element')}
                value={id}
                options={options}
                problem={problems[`${path}.id`]}
                readOnly={readOnly}
                onChange={(next) => set(n, { ...rule, id: next })}
              />
            </td>
            <td className="narrow">
              <NumberCell
                label={t('productEdit.channel')}
                value={channel}
                readOnly={readOnly}
                onChange={(next = 0) => set(n, { ...rule, channel: Math.min(64, Math.max(0, Math.round(next))) })}
              />
            </td>
            <td className="narrow">
              <NumberCell
                label={t('productEdit.factor')}
                value={factor ?? 1}
                readOnly={readOnly}
                onChange={(next) => set(n, withFactor(rule, next))}
              />
            </td>
            <td>
              <MetricCell
                tint={tintOf(points, key)}
                value={key}
                options={choices}
                problem={problems[`${path}.key`]}
                readOnly={readOnly}
                onChange={(next) => set(n, { ...rule, key: next })}
              />
            </td>
            <RemoveCell
              label={t('productEdit.remove', { name: id })}
              readOnly={readOnly}
              onClick={() => set(n, null)}
            />
          </tr>
        )
      })}
    </RuleTable>
  )
}

/** A factor of 1 is none; 0 would lose the value. */
export function withFactor<R extends { factor?: number }>(rule: R, factor: number | undefined): R {
  const { factor: _before, ...rest } = rule
  return (factor === undefined || factor === 1 || factor === 0 ? rest : { ...rest, factor }) as R
}

/** Bits of the status word: a fault while the bit is so, or a flag. */
function StatusRules({ uplink, choices, problems, readOnly, onChange }: Props) {
  const { t } = useText()
  const { statusBits } = uplink
  const set = (n: number, rule: StatusBit | null) => onChange({ ...uplink, statusBits: replaced(statusBits, n, rule) })
  const when = [
    { value: '1', label: t('productEdit.whenOne') },
    { value: '0', label: t('productEdit.whenZero') },
  ]
  return (
    <RuleTable
      title={t('productEdit.statusBits')}
      count={statusBits.length}
      columns={[t('productEdit.bit'), t('productEdit.when'), t('productEdit.means'), '']}
      hint={t('productEdit.statusHint')}
      add={
        !readOnly && (
          <Button
            kind="link"
            icon="plus"
            onClick={() => set(statusBits.length, { bit: statusBits.length % 32, when: 1, fault: 'S01' })}
          >
            {t('productEdit.addBit')}
          </Button>
        )
      }
    >
      {statusBits.map((rule, n) => (
        <tr key={`${n}-${rule.bit}`}>
          <td className="narrow">
            <NumberCell
              label={t('productEdit.bit')}
              value={rule.bit}
              readOnly={readOnly}
              onChange={(next = 0) => set(n, { ...rule, bit: Math.min(31, Math.max(0, Math.round(next))) })}
            />
          </td>
          <td>
            <ChoiceCell
              label={t('productEdit.when')}
              value={String(rule.when)}
              options={when}
              readOnly={readOnly}
              onChange={(next) => set(n, { ...rule, when: next === '1' ? 1 : 0 })}
            />
          </td>
          <td>
            <ChoiceCell
              label={t('productEdit.means')}
              value={'key' in rule ? rule.key : ''}
              options={[{ value: '', label: t('productEdit.fault') }, ...choices]}
              problem={problems[`uplink.statusBits.${n}.key`]}
              readOnly={readOnly}
              onChange={(next) => set(n, meaning(rule, next))}
            />
          </td>
          <td>
            {'fault' in rule && (
              <FaultCell
                value={rule.fault}
                problem={problems[`uplink.statusBits.${n}.fault`]}
                readOnly={readOnly}
                onChange={(fault) => set(n, { bit: rule.bit, when: rule.when, fault })}
              />
            )}
          </td>
          <RemoveCell
            label={t('productEdit.remove', { name: rule.bit })}
            readOnly={readOnly}
            onClick={() => set(n, null)}
          />
        </tr>
      ))}
    </RuleTable>
  )
}

/** The bit as a fault where no metric is named. */
function meaning({ bit, when }: StatusBit, key: string): StatusBit {
  return key === '' ? { bit, when, fault: 'S01' } : { bit, when, key }
}

/** How the reports of an SL 651 station become values. */
export function Sl651Rules(props: Props) {
  return (
    <>
      <ElementRules {...props} />
      <StatusRules {...props} />
    </>
  )
}

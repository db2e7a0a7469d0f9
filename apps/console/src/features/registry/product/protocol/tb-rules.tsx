import type { TbUplink } from '@sluice/contract'
import { useText } from '../../../../lib/text/text.ts'
import { Button } from '../../../../parts/button/button.tsx'
import { replaced } from '../draft/model-draft.ts'
import { tintOf } from '../draft/model-words.ts'
import { MetricCell, NumberCell, RemoveCell, TextCell } from '../rule-cells.tsx'
import { RuleTable, type RulesProps } from '../rule-table.tsx'
import { PayloadScript } from './payload-script.tsx'
import { withFactor } from './sl651-rules.tsx'

type Rule = TbUplink['keys'][number]

/** Names in a ThingsBoard firmware, and what they are here. A name of ours needs no rule. */
export function TbRules(props: RulesProps<TbUplink>) {
  const { uplink, points, choices, problems, readOnly, chosen, scriptFault, onChoose, onChange } = props
  const { t } = useText()
  const { keys } = uplink
  const set = (n: number, rule: Rule | null) => onChange({ ...uplink, keys: replaced(keys, n, rule) })
  const free = `key${keys.length + 1}`
  const setScript = (script: string | undefined) => {
    const { script: _before, ...others } = uplink
    onChange(script === undefined ? others : { ...others, script })
  }
  const table = (
    <RuleTable
      title={t('productEdit.keys')}
      count={keys.length}
      columns={[t('productEdit.firmwareKey'), t('productEdit.factor'), t('productEdit.metric')]}
      hint={t('productEdit.keysHint')}
      add={
        !readOnly && (
          <Button
            kind="link"
            icon="plus"
            onClick={() => set(keys.length, { from: free, key: choices[0]?.value ?? 'flow' })}
          >
            {t('productEdit.addKey')}
          </Button>
        )
      }
    >
      {keys.map((rule, n) => (
        <tr key={n} className={chosen === rule.key ? 'chosen' : undefined} onFocus={() => onChoose(rule.key)}>
          <td>
            <TextCell
              label={t('productEdit.firmwareKey')}
              value={rule.from}
              problem={problems[`uplink.keys.${n}.from`]}
              maxLength={200}
              readOnly={readOnly}
              onChange={(from) => from !== '' && set(n, { ...rule, from })}
            />
          </td>
          <td className="narrow">
            <NumberCell
              label={t('productEdit.factor')}
              value={rule.factor ?? 1}
              readOnly={readOnly}
              onChange={(next) => set(n, withFactor(rule, next))}
            />
          </td>
          <td>
            <MetricCell
              tint={tintOf(points, rule.key)}
              value={rule.key}
              options={choices}
              problem={problems[`uplink.keys.${n}.key`]}
              readOnly={readOnly}
              onChange={(key) => set(n, { ...rule, key })}
            />
          </td>
          <RemoveCell
            label={t('productEdit.remove', { name: rule.from })}
            readOnly={readOnly}
            onClick={() => set(n, null)}
          />
        </tr>
      ))}
    </RuleTable>
  )
  return (
    <>
      <PayloadScript
        script={uplink.script}
        fault={scriptFault}
        problem={problems['uplink.script']}
        readOnly={readOnly}
        onChange={setScript}
      />
      {table}
    </>
  )
}

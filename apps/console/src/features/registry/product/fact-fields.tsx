import { NODE_KINDS, type ProductModel } from '@sluice/contract'
import { typeChoices } from '../../../domain/device-types.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { Fact, Facts } from '../../../parts/section/facts.tsx'
import { Section } from '../../../parts/section/section.tsx'
import { ChoiceCell, NumberCell, Problem, TextCell } from './rule-cells.tsx'

interface Props {
  model: ProductModel
  problems: Readonly<Record<string, string>>
  readOnly: boolean
  onChange: (model: ProductModel) => void
}

const YES_NO = ['true', 'false'] as const

/** What a model says of itself beside its values and commands. */
export function FactFields({ model, problems, readOnly, onChange }: Props) {
  const { t, language } = useText()
  const set = (change: Partial<ProductModel>) => onChange({ ...model, ...change })
  const label = (name: string) => byName(`productEdit.fact.${name}`)
  return (
    <Section title={t('detail.facts')}>
      <Facts look="lines">
        {/* Whoever only reads has the name in their language. */}
        {(!readOnly || language === 'zh-CN') && (
          <Fact name={label('name')}>
            <TextCell
              label={label('name')}
              value={model.name}
              maxLength={50}
              readOnly={readOnly}
              onChange={(name) => name.trim() !== '' && set({ name: name.trim() })}
            />
          </Fact>
        )}
        <Fact name={label('englishName')}>
          <TextCell
            label={label('englishName')}
            value={model.englishName}
            maxLength={60}
            readOnly={readOnly}
            onChange={(name) => name.trim() !== '' && set({ englishName: name.trim() })}
          />
        </Fact>
        <Fact name={label('deviceTypeCode')}>
          <ChoiceCell
            label={label('deviceTypeCode')}
            value={model.deviceTypeCode}
            options={typeChoices(model.deviceTypeCode)}
            problem={problems['deviceTypeCode']}
            readOnly={readOnly}
            onChange={(next) => set({ deviceTypeCode: next as ProductModel['deviceTypeCode'] })}
          />
        </Fact>
        <Fact name={label('nodeKind')}>
          <ChoiceCell
            label={label('nodeKind')}
            value={model.nodeKind}
            options={NODE_KINDS.map((value) => ({ value, label: byName(`enum.nodeKind.${value}`) }))}
            problem={problems['nodeKind']}
            readOnly={readOnly}
            onChange={(next) => set({ nodeKind: next as ProductModel['nodeKind'] })}
          />
        </Fact>
        <Fact name={label('protocol')}>
          {model.protocol}
          <Problem reason={problems['protocol'] ?? problems['uplink'] ?? problems['downlinks']} />
        </Fact>
        <Fact name={label('reportIntervalS')}>
          <NumberCell
            label={label('reportIntervalS')}
            value={model.reportIntervalS}
            readOnly={readOnly}
            onChange={(next = 300) => set({ reportIntervalS: Math.min(604_800, Math.max(5, Math.round(next))) })}
          />
        </Fact>
        <Fact name={label('silentAfterS')}>
          <NumberCell
            label={label('silentAfterS')}
            value={model.silentAfterS}
            problem={problems['silentAfterS']}
            readOnly={readOnly}
            onChange={(next) => {
              const { silentAfterS: _before, ...others } = model
              const silentAfterS = next === undefined ? undefined : Math.min(2_592_000, Math.max(5, Math.round(next)))
              onChange(silentAfterS === undefined ? others : { ...others, silentAfterS })
            }}
          />
        </Fact>
        <Fact name={label('keepsOnline')}>
          <ChoiceCell
            label={label('keepsOnline')}
            value={String(model.keepsOnline)}
            options={YES_NO.map((value) => ({ value, label: t(value === 'true' ? 'state.yes' : 'state.no') }))}
            readOnly={readOnly}
            onChange={(next) => set({ keepsOnline: next === 'true' })}
          />
        </Fact>
      </Facts>
    </Section>
  )
}

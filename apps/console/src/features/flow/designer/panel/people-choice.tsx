import { OPTION_TYPES, type OptionType } from '@sluice/contract'
import { useState } from 'react'
import { useText } from '../../../../lib/text/text.ts'
import { OptionSelect } from '../../form/option-select.tsx'
import { useDesigner } from '../designer.ts'
import { Either, PanelField } from './panel-field.tsx'

interface PeopleChoiceProps {
  name: string
  flowType: OptionType
  value: readonly string[]
  onChange: (value: string[]) => void
  single?: boolean
}

/** People, roles or departments of a setting. */
export function PeopleChoice({ name, flowType, value, onChange, single = false }: PeopleChoiceProps) {
  const { names, learn, isFixed } = useDesigner()
  return (
    <PanelField name={name}>
      <OptionSelect
        flowType={flowType}
        single={single}
        value={value}
        names={names}
        disabled={isFixed}
        aria-label={name}
        onChange={(ids, found) => {
          learn(found)
          onChange(ids)
        }}
      />
    </PanelField>
  )
}

type ByType = Readonly<Record<OptionType, readonly string[]>>

interface ByTypeChoiceProps {
  name: string
  value: ByType
  types?: readonly OptionType[]
  onChange: (value: Record<OptionType, string[]>) => void
}

/** Those of one type: another type clears who was chosen (WD-18). */
export function ByTypeChoice({ name, value, types = OPTION_TYPES, onChange }: ByTypeChoiceProps) {
  const { t } = useText()
  const { isFixed } = useDesigner()
  const filled = types.find((type) => value[type].length > 0)
  const [type, setType] = useState<OptionType>(filled ?? types[0]!)
  const only = (of: OptionType, ids: string[]) => onChange({ user: [], role: [], dept: [], [of]: ids })
  return (
    <>
      <Either
        name={name}
        value={type}
        values={types}
        text={(one) => t(`flow.type.${one}`)}
        disabled={isFixed}
        onChange={(next) => {
          if (next === type) return
          setType(next)
          only(next, [])
        }}
      />
      <PeopleChoice
        name={t(`flow.type.${type}`)}
        flowType={type}
        value={value[type]}
        onChange={(ids) => only(type, ids)}
      />
    </>
  )
}

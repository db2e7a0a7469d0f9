import type { OutputOf, productLibrary } from '@sluice/contract'
import { currentLanguage, useText } from '../../../lib/text/text.ts'
import { Select } from '../../../parts/control/select.tsx'

type Template = OutputOf<typeof productLibrary>[number]

interface Props {
  library: readonly Template[]
  onPick: (template: Template) => void
  /** From the form: the number of the chosen one. */
  value?: string
  onChange?: (productNo: string | undefined) => void
}

/** Chooses a ready model by any of its words: name in either language, type, protocol. */
export function TemplateSelect({ library, onPick, value, onChange, ...field }: Props) {
  const { t, byName } = useText()
  const options = library.map((one) => {
    const type = byName(`enum.deviceType.${one.deviceTypeCode}`)
    const name = currentLanguage() === 'zh-CN' ? one.name : one.englishName
    const words = [one.name, one.englishName, one.productNo, type, one.protocol].join(' ').toLowerCase()
    return { value: one.productNo, label: `${name} · ${type} · ${one.protocol}`, words }
  })
  return (
    <Select
      {...field}
      {...(value === undefined ? {} : { value })}
      showSearch={{ filterOption: (typed, option) => option?.words.includes(typed.trim().toLowerCase()) ?? false }}
      allowClear
      placeholder={t('productEdit.templateNone')}
      options={options}
      onChange={(productNo: string | undefined) => {
        onChange?.(productNo)
        const chosen = library.find((one) => one.productNo === productNo)
        if (chosen) onPick(chosen)
      }}
    />
  )
}

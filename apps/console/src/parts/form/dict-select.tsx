import { choicesOf, forgetDictionary, useDictionary } from '../../lib/text/dictionary.ts'
import { useText } from '../../lib/text/text.ts'
import { DictTag } from '../dict/dict-tag.tsx'
import { Select } from '../control/select.tsx'

interface DictSelectProps {
  dictType: string
  id?: string
  value?: string | null
  onChange?: (value: string | null) => void
  placeholder?: string
  clearable?: boolean
  'aria-label'?: string
}

/** Selects a value of a dictionary: enabled entries, in their order (DC-4). */
export function DictSelect({ dictType, value, onChange, clearable = true, placeholder, ...rest }: DictSelectProps) {
  const { t } = useText()
  const state = useDictionary(dictType)
  const entries = 'entries' in state ? choicesOf(state.entries, value) : []
  return (
    <Select<string>
      {...rest}
      value={value ?? null}
      onChange={(next: string | undefined) => onChange?.(next ?? null)}
      options={entries.map((entry) => ({ value: entry.dictValue, label: entry.dictLabel }))}
      optionRender={({ value: one }) => <DictTag dictType={dictType} value={String(one)} />}
      allowClear={clearable}
      loading={'waiting' in state}
      // Opening the list retries a failed fetch.
      onOpenChange={(open) => open && 'failed' in state && forgetDictionary(dictType)}
      placeholder={placeholder ?? t('form.choose')}
      notFoundContent={t('failed' in state ? 'state.failed' : 'waiting' in state ? 'state.loading' : 'state.empty')}
      style={{ width: '100%' }}
    />
  )
}

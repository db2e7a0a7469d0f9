import { inLanguage, RESOURCES } from '@sluice/contract'
import { byName, currentLanguage, t } from '../../lib/text/text.ts'

/** The verb of an action by itself: of the transition or the button, else its own word. */
export function verbWords(action: string): string {
  const [area = '', verb = ''] = action.split('.')
  return byName(`transition.${area}.${verb}`, '') || labelOf(area, action) || byName(`verb.${verb}`, verb)
}

/** The label of the button whose action this entry records. */
function labelOf(area: string, action: string): string {
  const found = RESOURCES[area]?.rowActions?.find((one) => 'call' in one && one.call.audit === action)
  return found ? inLanguage(found.label, currentLanguage()) : ''
}

export function areaWords(area: string): string {
  return byName(`one.${area}`, area)
}

/** A logged value as text. */
export function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return t(value ? 'state.yes' : 'state.no')
  if (Array.isArray(value)) return value.map((one) => valueWords(one)).join(t('list.comma'))
  if (typeof value === 'object') return JSON.stringify(value, null, 2)
  return String(value)
}

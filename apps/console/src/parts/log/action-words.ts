import { inLanguage, RESOURCES } from '@sluice/contract'
import { byName, currentLanguage, t } from '../../lib/text/text.ts'

/**
 * `user.resetPassword` in words: its own text, that of the transition or button, else verb and object, else the key.
 */
export function actionWords(action: string): string {
  const [area = '', verb = ''] = action.split('.')
  const own = byName(`oper.${action}`, '') || byName(`transition.${area}.${verb}`, '') || labelOf(area, action)
  return own || t('log.action', { verb: byName(`verb.${verb}`, verb), area: areaWords(area) })
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

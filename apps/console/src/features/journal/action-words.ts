import { byName, t } from '../../lib/text/text.ts'

/** `user.resetPassword` in words: its own text, else verb and thing, else as it stands. */
export function actionWords(action: string): string {
  const own = byName(`oper.${action}`, '')
  if (own) return own
  const [area = '', verb = ''] = action.split('.')
  return t('log.action', { verb: byName(`verb.${verb}`, verb), area: areaWords(area) })
}

export function areaWords(area: string): string {
  return byName(`one.${area}`, area)
}

/** A value as it was written down. */
export function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return t(value ? 'state.yes' : 'state.no')
  if (Array.isArray(value)) return value.map((one) => valueWords(one)).join(t('list.comma'))
  if (typeof value === 'object') return JSON.stringify(value, null, 2)
  return String(value)
}

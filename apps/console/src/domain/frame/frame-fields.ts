import type { FrameField } from '@sluice/contract'
import { byName, t } from '../../lib/text/text.ts'

/** The name of a field: that of its element where it is one. */
export function fieldName({ name, id }: Pick<FrameField, 'name' | 'id'>, protocol: string): string {
  if (name === 'element') return byName(`${protocol.toLowerCase()}.element.${id ?? ''}`, t('frame.element', { id }))
  if (name === 'member') return byName(`metric.${id ?? ''}`, id ?? '')
  if (name.startsWith('unread.')) return t('frame.unreadElement', { id: name.slice('unread.'.length) })
  return byName(`frame.${name}`, name)
}

/** `m3/s` is written m³/s. */
export function unitText(unit: string): string {
  return unit.replace('10^4', '10⁴').replaceAll('m2', 'm²').replaceAll('m3', 'm³').replace('uS', 'µS')
}

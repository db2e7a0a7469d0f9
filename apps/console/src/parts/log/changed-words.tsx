import { RESOURCES } from '@sluice/contract'
import type { ReactNode } from 'react'
import { byName, t } from '../../lib/text/text.ts'
import { showTime } from '../../lib/time/clock.ts'
import { changedValue } from '../detail-page/changed-value.tsx'
import { valueWords } from './action-words.ts'

/** What the log writes in place of a secret. */
const SECRET = '***'

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:/

/** The word of a logged field: of the rows it belongs to, else of what calls write down. */
export function fieldWords(area: string, field: string): string {
  return byName(`${area}.${field}`, byName(`logged.${field}`, field))
}

/** A logged value in words: as its field is shown, or of the list of words that its name tells. */
export function loggedValue(area: string, field: string, value: unknown): ReactNode {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value) && value.length === 0) return null
  if (value === SECRET) return t('timeline.changed')
  const resource = RESOURCES[area]
  if (resource?.fields[field] && !(field === 'params' && isValues(value)))
    return changedValue(resource, field, value) ?? t('timeline.changed')
  if (field === 'columns' && Array.isArray(value))
    return value.map((name) => byName(`${area}.${String(name)}`, String(name))).join(t('list.comma'))
  if (field === 'roles' && Array.isArray(value))
    return value.map((code) => byName(`enum.builtInRole.${String(code)}`, String(code))).join(t('list.comma'))
  if (isValues(value))
    return Object.entries(value)
      .filter(([, inner]) => inner !== null && inner !== '')
      .map(([name, inner]) => t('log.named', { name: fieldWords(area, name), value: plainValue(area, name, inner) }))
      .join(t('list.comma'))
  return plainValue(area, field, value)
}

function isValues(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function plainValue(area: string, field: string, value: unknown): string {
  if (typeof value !== 'string') return valueWords(value)
  if (INSTANT.test(value)) return showTime(value)
  const lists = [area + field.charAt(0).toUpperCase() + field.slice(1), field]
  return lists.map((list) => byName(`enum.${list}.${value}`, '')).find(Boolean) ?? value
}

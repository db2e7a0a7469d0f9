import type { FormTag } from '@sluice/contract'
import type { IconName } from '../../../parts/icon/icons.tsx'

/** The kinds of fields as they are offered, in their groups. */
export const FIELD_GROUPS = [
  {
    name: 'usual',
    tags: ['INPUT', 'TEXTAREA', 'NUMBER', 'AMOUNT', 'RADIO', 'SELECT', 'CHECKBOX', 'DATE', 'DATE_RANGE', 'TIME_RANGE'],
  },
  { name: 'people', tags: ['USER', 'DEPT'] },
  { name: 'structure', tags: ['TABLE', 'NOTE'] },
] as const satisfies readonly { name: string; tags: readonly FormTag[] }[]

export const FIELD_ICONS: Readonly<Record<FormTag, IconName>> = {
  INPUT: 'letters',
  TEXTAREA: 'fold',
  NUMBER: 'sliders',
  AMOUNT: 'sheet',
  RADIO: 'half',
  SELECT: 'list',
  CHECKBOX: 'check',
  DATE: 'clock',
  DATE_RANGE: 'history',
  TIME_RANGE: 'clock',
  USER: 'user',
  DEPT: 'tree',
  TABLE: 'table',
  NOTE: 'book',
}

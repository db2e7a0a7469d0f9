import type { Field, FieldKind, FieldName, Resource } from '@sluice/contract'
import { insertSchema } from '@sluice/contract'
import type { z } from 'zod'
import { sentValue } from './sent-values.ts'
import { byName, t } from '../../lib/text/text.ts'
import { shownValue } from '../../lib/text/units.ts'

type Trigger = 'blur' | 'change'

/** How the other values of a form change one field. */
export interface FieldShape {
  hidden?: boolean
  required?: boolean
}

/** The part of a resource that a form needs: texts are found by its name. */
export type FormOf = Pick<Resource, 'name' | 'fields' | 'position'>

export type FormShape<R extends FormOf = FormOf> = { readonly [name in FieldName<R>]?: FieldShape }

const TYPED: readonly FieldKind[] = ['text', 'longText', 'integer', 'decimal', 'money', 'password', 'duration']

/** FR-1: typed fields are validated when left, selected ones when changed. */
export function triggerOf(field: Field): Trigger {
  return TYPED.includes(field.kind) ? 'blur' : 'change'
}

/** FR-2: only blanks is empty (passwords excepted), and so is an empty list; 0 and false are values. */
export function isEmpty(value: unknown, password = false): boolean {
  if (value === null || value === undefined) return true
  if (typeof value === 'string') return (password ? value : value.trim()) === ''
  return Array.isArray(value) && value.length === 0
}

export function requiredText(label: string, trigger: Trigger): string {
  return t(trigger === 'blur' ? 'rule.enter' : 'rule.choose', { field: label })
}

/** FR-5: 8 to 64 characters with letters and digits; the server checks it again. */
export function isGoodPassword(password: string): boolean {
  return password.length >= 8 && password.length <= 64 && /[A-Za-z]/.test(password) && /\d/.test(password)
}

/** A bound of a measured quantity as whoever typed it reads it. */
function boundText(bound: unknown, field: Field): number {
  const unit = 'measured' in field && field.measured && 'unit' in field ? field.unit : undefined
  return shownValue(Number(bound), unit)
}

function issueText(issue: z.core.$ZodIssue, label: string, own: string | null, field: Field): string {
  if (issue.code === 'too_small') {
    const text = issue.origin === 'string'
    return t(text ? 'rule.minLength' : 'rule.min', {
      field: label,
      n: text ? Number(issue.minimum) : boundText(issue.minimum, field),
    })
  }
  if (issue.code === 'too_big') {
    const text = issue.origin === 'string'
    return t(text ? 'rule.maxLength' : 'rule.max', {
      field: label,
      n: text ? Number(issue.maximum) : boundText(issue.maximum, field),
    })
  }
  return own ?? t('rule.format', { field: label })
}

/** Why a value of a field is invalid, in the user's language; null when it is valid. */
export function fieldError(
  resource: FormOf,
  name: string,
  value: unknown,
  required = resource.fields[name]!.required ?? false,
): string | null {
  const field = resource.fields[name]!
  const label = byName(`${resource.name}.${name}`)
  if (isEmpty(value, field.kind === 'password')) return required ? requiredText(label, triggerOf(field)) : null
  if (field.kind === 'password') return isGoodPassword(String(value)) ? null : t('rule.password')
  const schema = insertSchema(resource).shape[name] as z.ZodType | undefined
  const sent = sentValue(field, value)
  // An upload has no id until it is complete.
  if (field.kind === 'files' && (sent as string[]).includes('')) return t('files.wait')
  const issue = schema?.safeParse(sent).error?.issues[0]
  if (!issue) return null
  const ownKey = `rule.${resource.name}.${name}`
  const own = byName(ownKey)
  return issueText(issue, label, own === ownKey ? null : own, field)
}

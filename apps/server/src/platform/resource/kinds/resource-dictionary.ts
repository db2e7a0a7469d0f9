import { type FieldReason, fieldsOfKind } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { MountedResource, ResourceChange } from '../resource-change.ts'

/**
 * A value that is new to the row must be in use in its dictionary; an old value stays, whatever its state.
 * @throws AppError `validation`
 */
export async function checkDictionaries({ api, shape }: MountedResource, change: ResourceChange): Promise<void> {
  const { tx, before, context } = change
  const values = change.values as Readonly<Record<string, unknown>>
  const refused: Record<string, FieldReason> = {}
  for (const [name, { type }] of fieldsOfKind(shape.resource, 'dictionary')) {
    const value = values[name]
    if (value === undefined || value === null || value === (before as typeof values | null)?.[name]) continue
    const entries = await api.dictionary(tx, type, context.language)
    const isInUse = entries.some(({ dictValue, dictStatus }) => dictValue === value && dictStatus === '0')
    if (!isInUse) refused[name] = 'not-an-option'
  }
  if (Object.keys(refused).length > 0) throw new AppError('validation', { fields: refused })
}

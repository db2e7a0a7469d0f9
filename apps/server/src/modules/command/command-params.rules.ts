import { type CommandDef, type FieldReason, insertSchema, RAW_COMMAND } from '@sluice/contract'
import { AppError, fail, fromHex, ok, type Result } from '@sluice/kit'

/** Parameters in the form of the command's fields; those of an unknown command are unchanged. */
export function paramsOf(
  def: CommandDef | undefined,
  given: Record<string, unknown>,
): Result<Record<string, unknown>, AppError> {
  if (!def) return ok(given)
  const parsed = insertSchema({ fields: def.params }).safeParse(given)
  if (parsed.success) return ok(parsed.data)
  const fields: Record<string, FieldReason> = {}
  for (const issue of parsed.error.issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')]
    for (const name of names) fields[`params.${name}`] ??= reasonOf(issue.code, given[name])
  }
  return fail(new AppError('validation', { fields }))
}

/** The parameters of typed bytes, which the protocol of their device accepts. */
export function rawParamsOf(
  given: Record<string, unknown>,
  accepts: (frame: Uint8Array) => boolean,
): Result<Record<string, unknown>, AppError> {
  const params = paramsOf(RAW_COMMAND, given)
  const frame = params.ok ? fromHex(String(params.value['hex'])) : undefined
  const isAccepted = !frame || (frame.ok && accepts(frame.value))
  return isAccepted ? params : fail(new AppError('validation', { fields: { 'params.hex': 'not-permitted' } }))
}

function reasonOf(code: string, value: unknown): FieldReason {
  if (code === 'unrecognized_keys') return 'unknown-field'
  if (value === undefined || value === null) return 'required'
  if (code === 'too_small' || code === 'too_big') return code === 'too_small' ? 'too-small' : 'too-big'
  return code === 'invalid_value' ? 'not-an-option' : 'type'
}

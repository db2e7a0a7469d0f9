import type { FormInstance } from 'antd'
import type { CallFailure } from '../../lib/api/api-outcome.ts'
import { byName, t } from '../../lib/text/text.ts'
import { toast } from '../../lib/page/toast.ts'
import { showRefused } from './shown-errors.ts'

/** Shows the server's refusals under their fields; a field that the form does not show is named in a toast. */
export function refusedFields(
  form: FormInstance,
  failure: CallFailure,
  label: (name: string) => string = (name) => name,
): void {
  const shown = new Set(form.getFieldsError().map(({ name }) => name.join('.')))
  const refused = Object.entries(failure.fields)
  const own = refused.filter(([name]) => shown.has(name))
  for (const [name, reason] of refused) {
    if (!shown.has(name)) toast('error', `${label(name)}${t('punct.colon')}${reasonText(reason)}`)
  }
  // A refusal as a whole may name the one field it is about.
  const about = (failure.data as { field?: unknown } | null)?.field
  const whole = refused.length === 0 && typeof about === 'string' && shown.has(about)
  showRefused(form, [
    ...own.map(([path, reason]) => ({ path: pathOf(path), say: () => reasonText(reason) })),
    ...(whole ? [{ path: pathOf(about), say: () => failure.message }] : []),
  ])
  const first = own[0]?.[0] ?? (whole ? about : undefined)
  if (first !== undefined) form.focusField(pathOf(first))
}

/** `items.2.part` is a cell of a line. */
function pathOf(path: string): (string | number)[] {
  return path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))
}

/** A reason of the contract's list in the user's language; anything else is already a sentence. */
function reasonText(reason: string): string {
  return byName(`reason.${reason}`, reason)
}

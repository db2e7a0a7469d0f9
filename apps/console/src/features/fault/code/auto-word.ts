import type { AutoAction } from '@sluice/contract'
import { byName, t } from '../../../lib/text/text.ts'

/** What is done, with how much where that is known. */
export function autoWord(action: AutoAction, stepPct: number | null): string {
  const word = byName(`enum.autoAction.${action}`)
  return stepPct === null ? word : t('autoForm.step', { action: word, n: stepPct })
}

import type { FlowTrace } from '@sluice/contract'
import { t } from '../../../lib/text/text.ts'

/** One line of the history of a request as a sentence. */
export function logSentence({ kind, byName: who, stepName, toName }: FlowTrace['log'][number]): string {
  return t(`flow.log.${kind}`, {
    who: who ?? t('request.system'),
    step: stepName ?? t('request.thisStep'),
    to: toName ?? t('request.others'),
  })
}

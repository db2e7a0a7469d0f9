import type { Command } from '@sluice/contract'
import { byName, t } from '../../lib/text/text.ts'

/** `设定开度 65 %`, `全关`: the command in the words of its type; an unknown code is shown as it is. */
export function commandWords({ code, params }: Pick<Command, 'code' | 'params'>): string {
  const name = byName(`command.${code}`, code)
  const opening = params['opening']
  return typeof opening === 'number' ? `${name} ${opening} %` : name
}

/** The target position: `65 %`, or at rest. */
export function targetWords(command: Command): string {
  const opening = command.target?.opening
  return typeof opening === 'number' ? `${opening} %` : t('command.atRest')
}

import type { Command, Scalar } from '@sluice/contract'
import { byName, t } from '../../lib/text/text.ts'

/** `设定开度 65 %`, `全关`: the command in the words of its type; an unknown code is shown as it is. */
export function commandWords({ code, params }: Pick<Command, 'code' | 'params'>): string {
  const name = byName(`command.${code}`, code)
  const opening = params['opening']
  if (typeof opening === 'number') return `${name} ${opening} %`
  const given = Object.values(params).filter((value) => value !== null && value !== '')
  return [name, ...given.map((value) => valueWords(value as Scalar))].join(' ')
}

/** A reported or asked value as people read it. */
export function valueWords(value: Scalar): string {
  if (typeof value === 'boolean') return t(value ? 'state.yes' : 'state.no')
  return String(value)
}

/** Its answer ended it and no report tells of it: it was taken, and is not proven. Reading is proven by its answer. */
export function endedByAnswer({ code, status, target }: Pick<Command, 'code' | 'status' | 'target'>): boolean {
  return status === 'EXECUTED' && target === null && code !== 'READ'
}

/** The target position: `65 %`, or at rest. */
export function targetWords(command: Command): string {
  const { metric } = command.target ?? {}
  if (metric) return valueWords(metric.value)
  const opening = command.target?.opening
  return typeof opening === 'number' ? `${opening} %` : t('command.atRest')
}

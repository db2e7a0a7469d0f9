import type { Resource } from '@sluice/contract'
import { Steps } from 'antd'
import { valueOf } from '../../lib/api/resource-calls.ts'
import { useText } from '../../lib/text/text.ts'
import { stateName } from '../list/transitions.ts'

/**
 * The steps of a document's usual sequence of statuses; a status outside it is shown at its end. Nothing without
 * states.
 */
export function StateSteps({ resource, row }: { resource: Resource; row: object }) {
  const { t } = useText()
  const { states, fields } = resource
  if (!states) return null
  const field = fields[states.field]!
  const way = states.steps ?? (field.kind === 'enum' ? field.values : [])
  const state = String(valueOf(row, states.field))
  const isBeside = !way.includes(state)
  const shown = isBeside ? [...way, state] : way
  const at = shown.indexOf(state)
  return (
    <nav aria-label={t('transition.steps')}>
      <Steps
        size="small"
        current={at}
        status={isBeside ? 'error' : at === shown.length - 1 ? 'finish' : 'process'}
        items={shown.map((value) => ({ title: stateName(resource, value) }))}
      />
    </nav>
  )
}

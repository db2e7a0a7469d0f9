import { FIELD_STEPS, REPAIR_LIFE, type RepairRow } from '@sluice/contract'
import type { RowAction } from '../../parts/list/table/row-actions.tsx'

/** Steps that lead to the end, in the order of the life. */
const FORWARD = ['assign', 'accept', 'arrive', 'work', 'finish', 'confirm', 'close']
const FIELD: readonly string[] = FIELD_STEPS
const STEPS: readonly string[] = REPAIR_LIFE.transitions.map(({ name }) => name)

interface Offered {
  actions: readonly RowAction[]
  /** The re-test, where it is what the end waits for. */
  retest: RowAction | null
  /** The steps beside the device stand in the bar at the thumb. */
  inBar: boolean
}

/** Whether repairing waits for its re-test: a reason takes the place only of one that never began. */
export const isTestDue = ({ status, testState, untested }: RepairRow): boolean =>
  status === 'REPAIRING' && testState !== 'PASSED' && (testState !== 'NONE' || !untested)

/**
 * What the head of an order offers: the next step that leads to the end first, where there is one (`isNext`), then what else can
 * be done with it. Steps from other states are no choice.
 */
export function headSteps({ actions, retest, inBar }: Offered): { actions: RowAction[]; isNext: boolean } {
  const able = actions.filter(({ key, elsewhere }) => !elsewhere && !(inBar && FIELD.includes(key)))
  // While nobody has accepted it, it can also be given to somebody else: what leads to the end is to accept it.
  const forward = able.filter(({ key, because }) => FORWARD.includes(key) && !because).toSorted(byWayToTheEnd)
  const next = inBar ? forward[0] : (retest ?? forward[0])
  const others = able.filter((action) => action !== next)
  const aside = others.filter(({ key }) => !STEPS.includes(key))
  const steps = others.filter(({ key }) => STEPS.includes(key))
  return { actions: [...(next ? [next] : []), ...steps, ...aside], isNext: next !== undefined }
}

const byWayToTheEnd = (a: RowAction, b: RowAction) => FORWARD.indexOf(b.key) - FORWARD.indexOf(a.key)

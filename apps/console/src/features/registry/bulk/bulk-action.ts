import {
  DEVICE_LIFE,
  type DeviceRow,
  deviceResource,
  type FieldName,
  permissionKey,
  transitionKey,
  type Transition,
} from '@sluice/contract'
import { CallFailure } from '../../../lib/api/api-outcome.ts'
import { changeRow, moveRow } from '../../../lib/api/resource-calls.ts'
import { byName, t } from '../../../lib/text/text.ts'
import { whyNot } from '../../../parts/list/transitions.ts'
import type { BulkWork } from './bulk.rules.ts'

/** What several devices may be given at once. */
const BULK_FIELDS = [
  'areaId',
  'deptId',
  'tagIds',
  'network',
  'reportIntervalS',
  'enabled',
  'installer',
  'warrantyUntil',
] as const satisfies readonly FieldName<typeof deviceResource>[]
type BulkField = (typeof BULK_FIELDS)[number]

export type BulkAction = { kind: 'field'; name: BulkField } | { kind: 'move'; transition: Transition }

/** What this person may do to several devices, by the keys of their rights. */
export function bulkActions(may: (key: string) => boolean): BulkAction[] {
  const fields = may(permissionKey(deviceResource, 'update')) ? BULK_FIELDS : []
  const moves = DEVICE_LIFE.transitions.filter((transition) => may(transitionKey(deviceResource, transition)))
  return [
    ...fields.map((name): BulkAction => ({ kind: 'field', name })),
    ...moves.map((transition): BulkAction => ({ kind: 'move', transition })),
  ]
}

export const keyOf = (action: BulkAction): string =>
  action.kind === 'field' ? action.name : `move.${action.transition.name}`

export const nameOf = (action: BulkAction): string =>
  action.kind === 'field'
    ? byName(`${deviceResource.name}.${action.name}`)
    : byName(`transition.device.${action.transition.name}`)

/** How an action is done to one device; `value` is what a field is given, null empties it. */
export function workOf(action: BulkAction, value: unknown): BulkWork<DeviceRow> {
  if (action.kind === 'move')
    return {
      whyNot: (row) => whyNot(deviceResource, action.transition, row),
      run: (row) => moveRow(deviceResource, action.transition, row, { silent: true }),
      reasonOf,
    }
  return { run: (row) => changeRow(deviceResource, row, { [action.name]: value }, { silent: true }), reasonOf }
}

/** A refusal in words: of each refused field, or of the call. */
export function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof CallFailure)) return undefined
  const fields = Object.entries(error.fields).map(
    ([name, reason]) =>
      `${byName(`${deviceResource.name}.${name}`)}${t('punct.colon')}${byName(`reason.${reason}`, reason)}`,
  )
  return fields.length > 0 ? fields.join(t('list.comma')) : error.message
}

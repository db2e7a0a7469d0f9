import { NONE, type PayState, REPAIR_OPEN, type repairRecordResource, type RepairStatus } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { Clock } from '../../platform/clock/clock.ts'
import { isRowId } from '../../platform/resource/scoped.ts'
import type { Connection } from '../../platform/db/db.ts'
import { nameOf, type Session } from '../../platform/http/session.ts'
import type { ResourceChange, ResourceOptions } from '../../platform/resource/resource-change.ts'
import { changedIn } from './entry.rules.ts'
import { noteChange } from './entry.store.ts'
import { payStateOf } from './fee.rules.ts'
import { addStep, movesOf, testedBy } from './repair.store.ts'
import { checkAssignee, type WorkerDeps } from './worker.service.ts'
import { limitOf, storedSla } from './sla.rules.ts'

/** What an order tells the fault that it was made of, in the transaction of its own change. */
interface FaultWork {
  faultId: string
  note: string | null
  by: Session
}

export interface RepairDeps extends Pick<WorkerDeps, 'rightsOf'> {
  clock: Clock
  /** Somebody begins to repair it. @throws AppError `conflict` for a fault that is done with */
  faultTakenUp(work: FaultWork, tx: Connection): Promise<void>
  /** It is repaired, and the device was tested. */
  faultRepaired(work: FaultWork, tx: Connection): Promise<void>
  /** The order was cancelled. */
  faultLeft(work: FaultWork, tx: Connection): Promise<void>
}

type Repair = typeof repairRecordResource
type Change = ResourceChange<Repair>

const DEVICE = (column: string) => `select d.${column} from v_device d where d.id = t.device_id`
const WARRANTY = 'select w.warranty_until from v_device_warranty w where w.id = t.device_id'
const PARTS = 'coalesce((select sum(p.amount) from repair_part p where p.repair_record_id = t.id), 0)'

const ofDevice = (condition: string) => `exists (select from v_device d where d.id = t.device_id and ${condition})`

/** An area with those below it; in quotes it alone. */
function inArea(value: string): string {
  if (value === NONE) return ofDevice('d.area_id is null')
  if (isRowId(value))
    return ofDevice(`d.area_id in (with recursive below as (select a.id from v_area a where a.id = {value}::bigint
      union select a.id from v_area a join below b on a.parent_id = b.id) select id from below)`)
  return /^"\d{1,18}"$/.test(value) ? ofDevice(`d.area_id = btrim({value}::text, '"')::bigint`) : 'false'
}

/** A time as ISO 8601 says it: from, and before which. */
const SPAN = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z)\/(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z)$/

/** Everyone who sees a device sees its orders; sums, warranty and clock are computed where they are read. */
export const REPAIRS: Pick<ResourceOptions<Repair>, 'computed' | 'access'> = {
  computed: {
    deptId: DEVICE('dept_id'),
    productId: DEVICE('product_id'),
    areaId: DEVICE('area_id'),
    place:
      'select array[d.lng, d.lat] from v_device d where d.id = t.device_id and d.lng is not null and d.lat is not null',
    faultId: 't.fault_id::text',
    faultCode: 'select f.code from v_fault f where f.id = t.fault_id',
    late: 't.sla_late or coalesce(t.sla_due < now(), false)',
    warrantyUntil: WARRANTY,
    // The day is that of the product's calendar (domain 0.3).
    inWarranty: `(${WARRANTY}) >= (t.create_time at time zone 'Asia/Shanghai')::date`,
    unitInUse: `select d.enabled from v_device d where d.id = ${testedBy('t')}`,
    partsFee: PARTS,
    totalFee: `coalesce(t.labor_fee, 0) + ${PARTS}`,
  },
  access: {
    faultId: { equals: 't.fault_id::text = {value}' },
    areaId: { equals: inArea },
    productId: {
      equals: (value) =>
        value === NONE
          ? ofDevice('d.product_id is null')
          : isRowId(value)
            ? ofDevice('d.product_id = {value}::bigint')
            : 'false',
    },
    assigneeId: {
      equals: (value) =>
        value === NONE ? 't.assignee_id is null' : isRowId(value) ? 't.assignee_id = {value}::bigint' : 'false',
    },
    finishTime: {
      equals: (value) =>
        SPAN.test(value)
          ? `t.finish_time >= split_part({value}, '/', 1)::timestamptz and t.finish_time < split_part({value}, '/', 2)::timestamptz`
          : 'false',
    },
    slaDue: {
      order: {
        join: '',
        by: "case t.sla_state when 'STOPPED' then now() + make_interval(secs => t.sla_left_s) else t.sla_due end",
      },
    },
  },
}

const DONE: readonly RepairStatus[] = ['CLOSED', 'CANCELLED']

/** The steps of an order: the clock, the fault, the fee. */
export function repairHooks(deps: RepairDeps) {
  return {
    async beforeWrite(change: Change): Promise<void> {
      const { verb, transition, values, columns, before, tx, context } = change
      if (values.laborFee != null && values.laborFee < 0)
        throw new AppError('validation', { fields: { laborFee: 'too-small' } })
      const deviceId = values.deviceId ?? before?.deviceId
      if (values.assigneeId && deviceId && values.assigneeId !== before?.assigneeId)
        await checkAssignee(tx, deps, { assigneeId: values.assigneeId, deviceId }, context.session)
      if (verb === 'insert') return beforeInsert(deps, change)
      // Whoever fills in an order does not give it to themselves by that.
      const isGiven = values.assigneeId !== undefined && values.assigneeId !== before?.assigneeId
      if (isGiven && !context.session.keys.has('repairRecord:assign')) throw new AppError('not-permitted')
      if (transition === undefined && before && DONE.includes(before.status))
        throw new AppError('conflict', { state: before.status })
      const now = deps.clock.now()
      if (transition === 'arrive') columns['arriveTime'] = now.toISOString()
      if (transition === 'work') columns['testState'] = 'NONE'
      if (transition === 'finish' && before) {
        columns['finishTime'] = now.toISOString()
        columns['payState'] = payStateOf(before.payState as PayState | null, before)
      }
      await setClock(change, now)
    },
    async afterWrite(change: Change & { readonly id: string }): Promise<void> {
      const { verb, transition, before, values, columns, id, tx, context } = change
      const { session } = context
      if (verb === 'update' && transition === undefined) {
        const fields = before ? changedIn(before, values) : []
        return noteChange(tx, id, { fields, byName: nameOf(session), at: deps.clock.now() })
      }
      const to = columns['status'] as RepairStatus
      const note = transition === 'finish' && before?.testState !== 'PASSED' ? (before?.untested ?? null) : null
      const step = { at: deps.clock.now(), from: before?.status ?? null, to, note }
      await addStep(tx, id, { ...step, userId: session.userId, userName: nameOf(session) })
      const faultId = before?.faultId ?? columns['faultId']
      if (typeof faultId !== 'string') return
      if (verb === 'insert') await deps.faultTakenUp({ faultId, note: null, by: session }, tx)
      if (transition === 'cancel') await deps.faultLeft({ faultId, note: before?.repairNo ?? null, by: session }, tx)
      if (transition === 'finish') await deps.faultRepaired({ faultId, note: before?.measure ?? null, by: session }, tx)
    },
  }
}

function beforeInsert({ clock }: RepairDeps, { values, columns }: Change): void {
  // One with a fault is made of it, so that the fault knows.
  if (values.source === 'FAULT' && columns['faultId'] === undefined)
    throw new AppError('validation', { fields: { source: 'not-an-option' } })
  const now = clock.now()
  const limit = limitOf(values.level ?? 1)
  Object.assign(columns, { createTime: now.toISOString() }, storedSla(limit, [{ at: now.getTime(), to: 'CREATED' }]))
}

/** The clock follows from the steps: with the step that is being taken, or with another level. */
async function setClock({ before, values, columns, tx }: Change, now: Date): Promise<void> {
  const to = columns['status'] as RepairStatus | undefined
  if (!before || (to === undefined && values.level === undefined)) return
  if (to === undefined && !REPAIR_OPEN.includes(before.status)) return
  const moves = await movesOf(tx, before.id)
  const limit = limitOf(values.level ?? before.level)
  Object.assign(columns, storedSla(limit, to === undefined ? moves : [...moves, { at: now.getTime(), to }]))
}

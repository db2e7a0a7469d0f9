import type { Command, CommandSource, Position } from '@sluice/contract'
import type { Standing, Terms } from './command.rules.ts'

/** What was asked of a device, and what was true of it then: never changes. */
export interface Order extends Terms {
  id: string
  deviceId: string
  stationId: string
  code: string
  params: Record<string, unknown>
  source: CommandSource
  sourceId: string | null
  operatorId: string | null
  operatorName: string | null
  priority: number
  createdAt: number
  strokeS: number
  repeatsOthers: boolean
  before: Position | null
}

/** A row of the ledger. `version` grows with every change: two that decide at once cannot both write. */
export interface Entry {
  order: Order
  standing: Standing
  after: Position | null
  version: number
}

const iso = (at: number): string => new Date(at).toISOString()
const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at))

/** The row as it travels. */
export function toCommand({ order, standing, after }: Entry, deviceName: string): Command {
  const { id, deviceId, stationId, code, params, source, sourceId, operatorId, operatorName, priority } = order
  const { status, attempts, resultCode, resultMsg, late, outcomeUnknown, supersededBy } = standing
  return {
    id,
    cmdNo: `C${id.padStart(8, '0')}`,
    deviceId,
    deviceName,
    stationId,
    code,
    params,
    source,
    sourceId,
    operatorId,
    operatorName,
    priority,
    status,
    target: order.target,
    createTime: iso(order.createdAt),
    expireTime: iso(order.expireAt),
    sentTime: isoOrNull(standing.sentAt),
    ackTime: isoOrNull(standing.ackAt),
    motionTime: isoOrNull(standing.motionAt),
    doneTime: isoOrNull(standing.doneAt),
    deadline: isoOrNull(standing.deadline),
    attempts,
    maxAttempts: order.maxAttempts,
    strokeS: order.strokeS,
    resultCode,
    resultMsg,
    before: order.before,
    after,
    late,
    outcomeUnknown,
    supersededBy,
  }
}

import type { Command, CommandSource, Seen } from '@sluice/contract'
import type { ExecutionState, Terms } from './command.rules.ts'

/** The request for a device, and the device's state at that time: never changes. */
export interface CommandRequest extends Terms {
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
  before: Seen | null
}

/** A row of the ledger. `version` grows with every change: two that decide at once cannot both write. */
export interface Entry {
  request: CommandRequest
  state: ExecutionState
  after: Seen | null
  version: number
}

const iso = (at: number): string => new Date(at).toISOString()
const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at))

/** The row as it travels. */
export function toCommand({ request, state, after }: Entry, deviceName: string): Command {
  const { id, deviceId, stationId, code, params, source, sourceId, operatorId, operatorName, priority } = request
  const { status, attempts, resultCode, resultMsg, late, outcomeUnknown, supersededBy } = state
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
    target: request.target,
    createTime: iso(request.createdAt),
    expireTime: iso(request.expireAt),
    sentTime: isoOrNull(state.sentAt),
    ackTime: isoOrNull(state.ackAt),
    motionTime: isoOrNull(state.motionAt),
    doneTime: isoOrNull(state.doneAt),
    deadline: isoOrNull(state.deadline),
    attempts,
    maxAttempts: request.maxAttempts,
    strokeS: request.strokeS,
    resultCode,
    resultMsg,
    before: request.before,
    after,
    late,
    outcomeUnknown,
    supersededBy,
  }
}

import type { Command, DeviceState, IsolatedValve, IsolationPlan, IsolationRun, UnableValve } from '@sluice/contract'

export const T = '2026-06-13T01:12:10.000Z'
const NAMES = ['东干渠-11#阀', '南支渠-1#阀', '东干渠-13#阀']

export const stateOf = (deviceId: string, opening: number): DeviceState => ({
  deviceId,
  deptId: '1',
  status: 'ONLINE',
  offlineCause: null,
  lastSeenTime: T,
  values: { opening: { v: opening, ts: T, q: 'GOOD' } },
  faults: [],
})

export const unable = (name: string, because: UnableValve['because'] = 'OFFLINE'): UnableValve => ({
  deviceId: '9',
  name,
  deviceNo: 'QH-9',
  lng: 116.45,
  lat: 37,
  because,
  lastSeenTime: T,
})

export const planned = (at: number, opening: number, more: Partial<IsolationPlan['valves'][number]> = {}) => ({
  deviceId: String(at + 1),
  name: NAMES[at] ?? `${at}#阀`,
  deviceNo: `QH-${at + 1}`,
  lng: 116.4,
  lat: 37,
  opening,
  isClosed: opening === 0,
  insteadOf: [],
  ...more,
})

const dry = { edgeId: '5', edgeName: '东干渠', byHand: [], stretches: [], lengthM: 1900 }
export const PLAN: IsolationPlan = {
  ...dry,
  valves: [planned(0, 18, { insteadOf: [unable('东干渠-12#阀')] }), planned(1, 65), planned(2, 0)],
  openEnds: [],
}

export function commandOf(deviceId: string, status: Command['status'], code = 'CLOSE'): Command {
  return {
    id: `c${deviceId}${code}`,
    cmdNo: 'C1',
    deviceId,
    deviceName: NAMES[Number(deviceId) - 1] ?? '',
    stationId: deviceId,
    code,
    params: {},
    source: 'MANUAL',
    sourceId: null,
    operatorId: '1',
    operatorName: '李文渠',
    priority: 3,
    status,
    target: { opening: 0 },
    createTime: T,
    expireTime: T,
    sentTime: T,
    ackTime: null,
    motionTime: null,
    doneTime: status === 'EXECUTED' ? T : null,
    deadline: null,
    attempts: 1,
    maxAttempts: 3,
    strokeS: 60,
    resultCode: status === 'TIMEOUT' ? 'NO_ACK' : null,
    resultMsg: null,
    before: null,
    after: null,
    late: false,
    outcomeUnknown: false,
    supersededBy: null,
  }
}

export const NOT_BACK = { leftOut: null, command: null, refused: null }

export function valve(at: number, stage: IsolatedValve['stage'], more: Partial<IsolatedValve> = {}): IsolatedValve {
  const deviceId = String(at + 1)
  const status = stage === 'PROVEN' ? 'EXECUTED' : stage === 'OVER' ? 'TIMEOUT' : 'EXECUTING'
  return {
    deviceId,
    name: NAMES[at] ?? `${at}#阀`,
    deviceNo: `QH-${deviceId}`,
    lng: 116.4,
    lat: 37,
    no: at + 1,
    stage,
    before: [18, 65, 30][at] ?? 10,
    insteadOf: [],
    command: stage === 'CLOSED_BEFORE' || stage === 'WAITING' ? null : commandOf(deviceId, status),
    refused: null,
    restore: { turn: 2 - at, ...NOT_BACK },
    ...more,
  }
}

export function runOf(valves: readonly IsolatedValve[], more: Partial<IsolationRun> = {}): IsolationRun {
  const shut = valves.filter(({ stage }) => stage === 'PROVEN' || stage === 'CLOSED_BEFORE')
  return {
    ...dry,
    id: '40',
    place: [116.42, 37],
    reason: null,
    operatorName: '李文渠',
    createTime: T,
    valveCount: valves.filter(({ stage }) => stage !== 'PASSED_OVER').length,
    provenCount: shut.length,
    valves: [...valves],
    restore: null,
    ...more,
  }
}

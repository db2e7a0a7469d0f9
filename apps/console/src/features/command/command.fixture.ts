import type { Command, DeviceState } from '@sluice/contract'

/** Rows for tests, as the ledger and the telemetry send them. */
export const NOW = Date.now()
export const ago = (s: number) => new Date(NOW - s * 1000).toISOString()

export function madeCommand(more: Partial<Command> = {}): Command {
  return {
    id: '7',
    cmdNo: 'C250612-0417',
    deviceId: '12',
    deviceName: '东干渠-12#阀',
    stationId: '2',
    code: 'SET_OPENING',
    params: { opening: 65 },
    source: 'MANUAL',
    sourceId: null,
    operatorId: '1',
    operatorName: '李文渠',
    priority: 3,
    status: 'SENT',
    target: { opening: 65 },
    createTime: ago(18),
    expireTime: ago(-42),
    sentTime: ago(18),
    ackTime: null,
    motionTime: null,
    doneTime: null,
    deadline: ago(-8),
    attempts: 1,
    maxAttempts: 3,
    strokeS: 60,
    resultCode: null,
    resultMsg: null,
    before: { opening: 42, valveState: 'PARTIAL' },
    after: null,
    late: false,
    outcomeUnknown: false,
    supersededBy: null,
    ...more,
  }
}

const reading = <T extends number | string | boolean>(v: T, s = 3) => ({ v, ts: ago(s), q: 'GOOD' as const })

export function madeState(
  more: Partial<DeviceState> = {},
  values: Record<string, number | string | boolean> = {},
): DeviceState {
  const all = { opening: 42, valveState: 'PARTIAL', inletPressure: 0.412, outletPressure: 0.268, flow: 86.4, ...values }
  return {
    deviceId: '12',
    deptId: '1',
    status: 'ONLINE',
    offlineCause: null,
    lastSeenTime: ago(3),
    values: Object.fromEntries(Object.entries(all).map(([key, v]) => [key, reading(v)])),
    faults: [],
    ...more,
  }
}

const ALL_COMMANDS = ['OPEN', 'CLOSE', 'STOP', 'SET_OPENING', 'READ'].map((code) => ({ code }))

export function madeDevice(commands: readonly { code: string }[] = ALL_COMMANDS) {
  const shared = { id: '12', version: 0, deptId: '1', productId: '7', status: 'ONLINE' as const, reportIntervalS: 300 }
  return { ...shared, name: '东干渠-12#阀', deviceNo: 'QH-V-0312', commands }
}

import type { Waiting, WaitingItem } from '@sluice/contract'

/** A fault that waits since a time of a test. */
export function waitingFault(more: Partial<WaitingItem> & Pick<WaitingItem, 'deviceId' | 'deviceName'>): WaitingItem {
  return {
    kind: 'FAULT',
    id: more.deviceId,
    version: 1,
    deptId: '2',
    sign: 'LEVEL4',
    code: 'P03',
    level: 4,
    since: '2026-01-01T00:00:00.000Z',
    n: 0,
    opening: null,
    takenBy: null,
    takenTime: null,
    ...more,
  }
}

/** The answer with these items, counted. */
export function waitingAnswer(list: readonly WaitingItem[], takenList: readonly WaitingItem[] = []): Waiting {
  const depts = [...new Set(list.map(({ deptId }) => deptId))].map((id) => {
    const own = list.filter(({ deptId }) => deptId === id)
    return { id, total: own.length, sign: own[0]!.sign }
  })
  return {
    total: list.length,
    taken: takenList.length,
    sign: list[0]?.sign ?? null,
    depts,
    list: [...list],
    deviceIds: list.map(({ deviceId }) => deviceId),
    takenList: [...takenList],
    lastTime: null,
  }
}

import type { DeviceMap } from '@sluice/contract'

interface Made {
  name: string
  type?: string
  deptId?: string
  productId?: string
  masterId?: string | null
  place?: readonly [lng: number, lat: number] | null
  /** `MAP_STATUS`. */
  status?: number
  level?: number
  flags?: number
  seen?: number | null
}

/** The answer with these devices; their ids and numbers count from 1. */
export function deviceMapOf(made: readonly Made[], time = ''): DeviceMap {
  const column = <T>(of: (one: Made) => T | undefined, usual: T) => made.map((one) => of(one) ?? usual)
  return {
    time,
    ids: made.map((_one, at) => String(at + 1)),
    names: made.map(({ name }) => name),
    deviceNos: made.map((_one, at) => `QH-${at + 1}`),
    types: column(({ type }) => type, 'VALVE'),
    deptIds: column(({ deptId }) => deptId, '2'),
    productIds: column(({ productId }) => productId, '7'),
    masterIds: column<string | null>(({ masterId }) => masterId, null),
    lngs: column<number | null>(({ place }) => place?.[0], null),
    lats: column<number | null>(({ place }) => place?.[1], null),
    status: column(({ status }) => status, 1),
    levels: column(({ level }) => level, 0),
    flags: column(({ flags }) => flags, 0),
    seen: column<number | null>(({ seen }) => seen, null),
  }
}

import type { DeviceRow, DeviceState } from '@sluice/contract'
import { t } from '../../../lib/text/text.ts'
import { positionOf } from '../../../domain/command/valve-position.ts'
import { whyNot } from '../may-send.ts'
import { type Commanded, commandCodes } from '../panel/valve/valve-state.ts'

/** The fields of a device that a batch needs, from whichever list it was selected. */
type ChosenDevice = Pick<DeviceRow, 'id' | 'name' | 'deptId' | 'status'> & Commanded

/** A selected row of a list: the device and its last report. */
export interface ChosenValve {
  device: ChosenDevice
  state: DeviceState | undefined
}

/**
 * From this number on the user must see the list, and type a reason and the number (docs/spec/look.md#3, domain 4.4
 * rule 6).
 */
export const MANY = 20

const SERIOUS_LEVEL = 3
/** Commands that may let water through where there is a serious fault; the ledger then requires a confirmation. */
const MAY_OPEN = new Set(['OPEN', 'SET_OPENING'])

/** Why this valve cannot take the command now; null when it can. */
export function whyNotOne(code: string, { device, state }: ChosenValve, online: boolean): string | null {
  if (!commandCodes(device).includes(code)) return t('batch.unsupported')
  const key = whyNot(code, { online, state: state ?? unheard(device), running: false })
  return key && t(key)
}

/** When the state of a device did not arrive, the row of the list still knows its link status. */
function unheard(device: ChosenDevice): DeviceState {
  return {
    deviceId: device.id,
    deptId: device.deptId,
    status: device.status,
    offlineCause: null,
    lastSeenTime: null,
    values: {},
    faults: [],
  }
}

export function hasSeriousFault(code: string, { state }: ChosenValve): boolean {
  return MAY_OPEN.has(code) && (state?.faults.some(({ level }) => level >= SERIOUS_LEVEL) ?? false)
}

export const nameOf = ({ device }: ChosenValve): string => device.name

export function openingWords({ state }: ChosenValve): string {
  const { opening } = positionOf(state)
  return opening === null ? t('drawing.unknown') : `${Math.round(opening)} %`
}

/** The valves that can take the command now, and the others by reason. */
export function sortOut(code: string, valves: readonly ChosenValve[], online: boolean) {
  const able: ChosenValve[] = []
  const unable = new Map<string, ChosenValve[]>()
  for (const valve of valves) {
    const because = whyNotOne(code, valve, online)
    if (because === null) able.push(valve)
    else unable.set(because, [...(unable.get(because) ?? []), valve])
  }
  return { able, unable }
}

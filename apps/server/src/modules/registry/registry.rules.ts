import type { FieldReason } from '@sluice/contract'
import type { DeviceType } from '@sluice/devices'

/** Why a device cannot be installed as it was typed in: field -> reason. */
export type InstallProblems = Record<string, FieldReason>

export interface InstallForm {
  masterId: string | null
  channel: number | null
  stationAddress: string | null
  lng: number | null
  lat: number | null
}

/** A slave hangs on a channel of a master of the same protocol; everything else speaks for itself. */
export function installProblems(form: InstallForm, type: DeviceType, master: DeviceType | undefined): InstallProblems {
  const problems: InstallProblems = {}
  if (type.nodeKind === 'SLAVE') {
    if (form.masterId === null) problems['masterId'] = 'required'
    else if (!master || master.nodeKind !== 'GATEWAY' || master.protocol !== type.protocol)
      problems['masterId'] = 'not-a-master'
    if (form.channel === null) problems['channel'] = 'required'
    if (form.stationAddress !== null) problems['stationAddress'] = 'not-for-slave'
  } else {
    if (form.masterId !== null) problems['masterId'] = 'only-for-slave'
    if (form.channel !== null) problems['channel'] = 'only-for-slave'
    if (type.protocol === 'SL651' && form.stationAddress === null) problems['stationAddress'] = 'required'
  }
  if ((form.lng === null) !== (form.lat === null)) problems[form.lng === null ? 'lng' : 'lat'] = 'required'
  return problems
}

/** Four hex digits, as the standard's two password bytes. `draw` gives a random whole number below its argument. */
export function newStationPassword(draw: (below: number) => number): string {
  // 0000 and FFFF are what stations ship with.
  return (1 + draw(0xfffe)).toString(16).toUpperCase().padStart(4, '0')
}

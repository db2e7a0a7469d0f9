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
    // A ThingsBoard gateway has names for the devices behind it instead.
    if (form.channel === null && type.protocol !== 'TB_MQTT') problems['channel'] = 'required'
    if (form.stationAddress !== null) problems['stationAddress'] = 'not-for-slave'
  } else {
    if (form.masterId !== null) problems['masterId'] = 'only-for-slave'
    if (form.channel !== null) problems['channel'] = 'only-for-slave'
    if (type.protocol === 'SL651' && form.stationAddress === null) problems['stationAddress'] = 'required'
    if (type.protocol !== 'SL651' && form.stationAddress !== null) problems['stationAddress'] = 'wrong-protocol'
  }
  if ((form.lng === null) !== (form.lat === null)) problems[form.lng === null ? 'lng' : 'lat'] = 'required'
  return problems
}

/** Four hex digits, as the standard's two password bytes. `draw` gives a random whole number below its argument. */
export function newStationPassword(draw: (below: number) => number): string {
  // 0000 and FFFF are what stations ship with.
  return (1 + draw(0xfffe)).toString(16).toUpperCase().padStart(4, '0')
}

const TOKEN_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Twenty letters and digits, as long as ThingsBoard's own: firmware has room for that many. */
export function newAccessToken(draw: (below: number) => number): string {
  return Array.from({ length: 20 }, () => TOKEN_LETTERS[draw(TOKEN_LETTERS.length)]).join('')
}

/**
 * What a gateway may call each of its slaves: its number, or its name where no other one has that for a number or
 * name. Numbers are unique among all devices, so that two owners with a sub-device `A` use the name.
 */
export function slaveNames<Slave extends { deviceNo: string; name: string }>(
  slaves: readonly Slave[],
): { slave: Slave; names: string[] }[] {
  const numbers = new Set(slaves.map(({ deviceNo }) => deviceNo))
  const times = new Map<string, number>()
  for (const { name } of slaves) times.set(name, (times.get(name) ?? 0) + 1)
  return slaves.map((slave) => {
    const { deviceNo, name } = slave
    const ambiguous = numbers.has(name) || times.get(name) !== 1
    return { slave, names: ambiguous ? [deviceNo] : [deviceNo, name] }
  })
}

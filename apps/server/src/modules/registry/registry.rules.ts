import type { FieldReason } from '@sluice/contract'
import type { DeviceType, Identification, Protocol } from '@sluice/devices'

/** Why a device cannot be installed as it was typed in: field -> reason. */
export type InstallProblems = Record<string, FieldReason>

export interface InstallForm {
  masterId: string | null
  channel: number | null
  slaveAddr: number | null
  stationAddress: string | null
  lng: number | null
  lat: number | null
}

/** A slave belongs to a channel of a master of the same protocol; every other device connects by itself. */
export function installProblems(
  form: InstallForm,
  { type, protocol }: { type: DeviceType; protocol: Protocol },
  master: DeviceType | undefined,
): InstallProblems {
  const problems: InstallProblems = {}
  if (type.nodeKind === 'SLAVE') {
    if (form.masterId === null) problems['masterId'] = 'required'
    else if (!master || master.nodeKind !== 'GATEWAY' || master.protocol !== type.protocol)
      problems['masterId'] = 'not-a-master'
    if (form.channel === null && protocol.slavesBy === 'CHANNEL') problems['channel'] = 'required'
    if (form.slaveAddr !== null && protocol.slavesBy === 'CHANNEL') problems['slaveAddr'] = 'not-for-slave'
    if (form.stationAddress !== null) problems['stationAddress'] = 'not-for-slave'
  } else {
    if (form.masterId !== null) problems['masterId'] = 'only-for-slave'
    if (form.channel !== null) problems['channel'] = 'only-for-slave'
    if (form.slaveAddr !== null) problems['slaveAddr'] = 'only-for-slave'
    const problem = addressProblem(form.stationAddress, protocol.identification)
    if (problem) problems['stationAddress'] = problem
  }
  if ((form.lng === null) !== (form.lat === null)) problems[form.lng === null ? 'lng' : 'lat'] = 'required'
  return problems
}

function addressProblem(address: string | null, identification: Identification): FieldReason | undefined {
  if (identification.by !== 'ADDRESS') return address === null ? undefined : 'wrong-protocol'
  if (address === null) return 'required'
  return identification.isAddress(address) ? undefined : 'format'
}

/**
 * The names a gateway may use for each of its slaves: its number, or its name where no other slave has that as number
 * or name. Numbers are unique among all devices, so that two owners with a sub-device `A` use the name.
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

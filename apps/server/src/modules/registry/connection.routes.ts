import { randomInt } from 'node:crypto'
import { clearPassword, type ConnectionCard, connectionCard, rotatePassword } from '@sluice/contract'
import { deviceTypeOf } from '@sluice/devices'
import { AppError } from '@sluice/kit'
import { type Api, type CallContext, mountOperation } from '../../platform/mount-operation.ts'
import { type ScopedDeviceId, scopedDeviceId } from '../../platform/scoped.ts'
import type { RegistryDeps } from './registry.ports.ts'
import { newStationPassword } from './registry.rules.ts'
import { connectionOf, setStationPassword } from './registry.store.ts'

/** The connection card: how a station is pointed at this platform, and its password. */
export function mountConnections(api: Api, deps: RegistryDeps): void {
  const { db, bus } = deps

  async function setPassword(id: string, context: CallContext, password: string | null): Promise<ConnectionCard> {
    const deviceId = await scopedDeviceId(db, context.session, id)
    await setStationPassword(db, deviceId, password)
    bus.emit('device.changed', { deviceId, change: 'updated' })
    return cardOf(deps, deviceId, context, password)
  }

  mountOperation(api, connectionCard, async (input, context) =>
    cardOf(deps, await scopedDeviceId(db, context.session, input.deviceId), context, null),
  )
  mountOperation(api, rotatePassword, ({ deviceId, password }, context) =>
    setPassword(deviceId, context, password?.toUpperCase() ?? newStationPassword((below) => randomInt(below))),
  )
  mountOperation(api, clearPassword, ({ deviceId }, context) => setPassword(deviceId, context, null))
}

/** `password` is the one that was just made; the stored one is never answered. */
async function cardOf(
  { db, listener, messageTimes }: RegistryDeps,
  deviceId: ScopedDeviceId,
  context: CallContext,
  password: string | null,
): Promise<ConnectionCard> {
  const row = await connectionOf(db, deviceId)
  const type = row && deviceTypeOf(row.productNo)
  if (!row || !type) throw new AppError('not-found')
  const at = listener(type.protocol)
  const times = await messageTimes(deviceId)
  return {
    protocol: type.protocol,
    host: at?.host ?? context.request.hostname,
    port: at?.port ?? 0,
    listening: at?.port != null,
    stationAddress: row.stationAddress ?? '',
    hasPassword: row.hasPassword,
    password,
    firstMessageTime: times.first,
    lastMessageTime: times.last,
  }
}

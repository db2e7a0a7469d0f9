import { createHash, randomInt } from 'node:crypto'
import { clearPassword, type ConnectionCard, connectionCard, rotatePassword } from '@sluice/contract'
import { type DeviceType, deviceTypeOf } from '@sluice/devices'
import { AppError } from '@sluice/kit'
import { recordOperation } from '../../platform/audit.store.ts'
import { type Api, type CallContext, mountOperation } from '../../platform/mount-operation.ts'
import { type ScopedDeviceId, scopedDeviceId } from '../../platform/scoped.ts'
import type { RegistryDeps } from './registry.ports.ts'
import { newAccessToken, newStationPassword } from './registry.rules.ts'
import { type ConnectionRow, connectionOf, setStationPassword, setTokenHash } from './registry.store.ts'

interface Connected {
  deviceId: ScopedDeviceId
  row: ConnectionRow
  type: DeviceType
}

/** The connection card: how a device is pointed at this platform, and its password or token. */
export function mountConnections(api: Api, deps: RegistryDeps): void {
  const { db, bus } = deps
  const draw = (below: number) => randomInt(below)

  async function connected(id: string, { session }: CallContext): Promise<Connected> {
    const deviceId = await scopedDeviceId(db, session, id)
    const row = await connectionOf(db, deviceId)
    const type = row && deviceTypeOf(row.productNo)
    if (!row || !type) throw new AppError('not-found')
    return { deviceId, row, type }
  }

  async function changed(device: Connected, context: CallContext, secret: string | null): Promise<ConnectionCard> {
    bus.emit('device.changed', { deviceId: device.deviceId, change: 'updated' })
    return cardOf(deps, await connected(device.deviceId, context), context, secret)
  }

  /** Issuing and taking away what a device proves itself with is written down, never what it is (SEC-15). */
  async function setSecret(device: Connected, secret: string | null, context: CallContext): Promise<void> {
    const { deviceId, row, type } = device
    const isToken = hasToken(type)
    await db.transaction(async (tx) => {
      if (isToken) {
        await setTokenHash(tx, deviceId, secret === null ? null : createHash('sha256').update(secret).digest('hex'))
      } else await setStationPassword(tx, deviceId, secret)
      const { session, ip, traceId } = context
      await recordOperation(tx, session, {
        action: secret === null ? 'device.clearPassword' : 'device.rotatePassword',
        targetIds: [deviceId],
        deptId: row.deptId,
        before: { isSet: isToken ? row.hasToken : row.hasPassword },
        after: { isSet: secret !== null },
        ip,
        traceId,
      })
    })
  }

  mountOperation(api, connectionCard, async (input, context) =>
    cardOf(deps, await connected(input.deviceId, context), context, null),
  )
  mountOperation(api, rotatePassword, async ({ deviceId, password }, context) => {
    const device = await connected(deviceId, context)
    if (hasToken(device.type)) refuseForToken(device.type, password)
    const secret = hasToken(device.type) ? newAccessToken(draw) : (password?.toUpperCase() ?? newStationPassword(draw))
    await setSecret(device, secret, context)
    return changed(device, context, secret)
  })
  mountOperation(api, clearPassword, async ({ deviceId }, context) => {
    const device = await connected(deviceId, context)
    await setSecret(device, null, context)
    return changed(device, context, null)
  })
}

function hasToken({ protocol }: DeviceType): boolean {
  return protocol === 'TB_MQTT'
}

/** A slave speaks through its gateway; a token that somebody thought up is no secret. */
function refuseForToken({ nodeKind }: DeviceType, password: string | undefined): void {
  if (nodeKind === 'SLAVE') throw new AppError('validation', { fields: { deviceId: 'not-for-slave' } })
  if (password !== undefined) throw new AppError('validation', { fields: { password: 'wrong-protocol' } })
}

/** `secret` is the one that was just made; the stored one is never answered. */
async function cardOf(
  { listener, messageTimes }: RegistryDeps,
  { deviceId, row, type }: Connected,
  context: CallContext,
  secret: string | null,
): Promise<ConnectionCard> {
  const at = listener(type.protocol)
  const times = await messageTimes(deviceId)
  const host = at?.host ?? context.request.hostname
  const port = at?.port ?? 0
  return {
    protocol: type.protocol,
    credential: hasToken(type) ? 'TOKEN' : 'STATION_PASSWORD',
    host,
    port,
    listening: at?.port != null,
    stationAddress: row.stationAddress ?? '',
    allowedAddresses: row.allowedAddresses,
    hasPassword: hasToken(type) ? row.hasToken : row.hasPassword,
    password: secret,
    ...firstReport(type, row, { host, port, token: secret ?? '<token>' }),
    firstMessageTime: times.first,
    lastMessageTime: times.last,
  }
}

/** A line for a shell with Mosquitto's clients: the shortest way to see a first value arrive. */
function firstReport(
  type: DeviceType,
  { deviceNo }: ConnectionRow,
  { host, port, token }: { host: string; port: number; token: string },
): Pick<ConnectionCard, 'topic' | 'example'> {
  if (!hasToken(type)) return { topic: null, example: null }
  const [key = 'batteryV'] = type.points.filter((point) => point !== 'valveState')
  const slave = type.nodeKind === 'SLAVE'
  const topic = slave ? 'v1/gateway/telemetry' : 'v1/devices/me/telemetry'
  const payload = slave ? JSON.stringify({ [deviceNo]: [{ [key]: 1 }] }) : JSON.stringify({ [key]: 1 })
  // A slave's values travel with its gateway's token, which is not this device's to show.
  return { topic, example: `mosquitto_pub -h ${host} -p ${port} -u ${token} -q 1 -t ${topic} -m '${payload}'` }
}

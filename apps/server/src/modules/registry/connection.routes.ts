import { randomInt } from 'node:crypto'
import { clearPassword, type ConnectionCard, connectionCard, revokeOldToken, rotatePassword } from '@sluice/contract'
import type { DeviceType, Identification, Protocol } from '@sluice/devices'
import { AppError } from '@sluice/kit'
import { recordOperation } from '../../platform/audit/audit.store.ts'
import type { Sql } from '../../platform/db/db.ts'
import { hashOfDrawn } from '../../platform/device-credential.ts'
import { type Api, type CallContext, mountOperation } from '../../platform/http/mount-operation.ts'
import { type ScopedDeviceId, scopedDeviceId } from '../../platform/resource/scoped.ts'
import type { RegistryDeps } from './registry.ports.ts'
import { dropOldToken, setTokenHash } from './device-token.store.ts'
import { type ConnectionRow, connectionOf, setStationPassword } from './registry.store.ts'

interface Connected {
  deviceId: ScopedDeviceId
  row: ConnectionRow
  type: DeviceType
  protocol: Protocol
}

/** The connection card: how a device is pointed at this platform, and its password or token. */
export function mountConnections(api: Api, deps: RegistryDeps): void {
  const { db, bus, catalogue } = deps
  const draw = (below: number) => randomInt(below)

  async function connected(id: string, { session }: CallContext): Promise<Connected> {
    const deviceId = await scopedDeviceId(db, session, id)
    const row = await connectionOf(db, deviceId)
    const type = row && catalogue.typeOf(row.productNo)
    const protocol = type && catalogue.protocolOf(type.protocol)
    if (!row || !type || !protocol) throw new AppError('not-found')
    return { deviceId, row, type, protocol }
  }

  async function changed(device: Connected, context: CallContext, secret: string | null): Promise<ConnectionCard> {
    bus.emit('device.changed', { deviceId: device.deviceId, change: 'updated' })
    return cardOf(deps, await connected(device.deviceId, context), context, secret)
  }

  const setSecret = (device: Connected, secret: string | null, context: CallContext, graceDays = 0) =>
    db.transaction((tx) => writeSecret(tx, device, { secret, graceDays }, context))

  mountOperation(api, connectionCard, async (input, context) =>
    cardOf(deps, await connected(input.deviceId, context), context, null),
  )
  mountOperation(api, rotatePassword, async ({ deviceId, password, graceDays }, context) => {
    const device = await connected(deviceId, context)
    if (graceDays !== undefined && !hasToken(device.protocol))
      throw new AppError('validation', { fields: { graceDays: 'wrong-protocol' } })
    const secret = newSecret(device, password, draw)
    await setSecret(device, secret, context, graceDays)
    return changed(device, context, secret)
  })
  mountOperation(api, revokeOldToken, async ({ deviceId }, context) => {
    const device = await connected(deviceId, context)
    await db.transaction((tx) => stopOldToken(tx, device, context))
    return changed(device, context, null)
  })
  mountOperation(api, clearPassword, async ({ deviceId }, context) => {
    const device = await connected(deviceId, context)
    await setSecret(device, null, context)
    return changed(device, context, null)
  })
}

/** Issuing and removing a device's credential is logged, but never the credential itself (SEC-15). */
async function writeSecret(
  tx: Sql,
  { deviceId, row, protocol }: Connected,
  { secret, graceDays }: { secret: string | null; graceDays: number },
  { session, ip, traceId }: CallContext,
): Promise<void> {
  const isToken = hasToken(protocol)
  if (isToken) await setTokenHash(tx, deviceId, secret === null ? null : hashOfDrawn(secret), graceDays)
  else await setStationPassword(tx, deviceId, secret)
  await recordOperation(tx, session, {
    action: secret === null ? clearPassword.audit : rotatePassword.audit,
    targetIds: [deviceId],
    deptId: row.deptId,
    before: { isSet: isToken ? row.hasToken : row.hasPassword },
    after: { isSet: secret !== null, ...(graceDays > 0 && { graceDays }) },
    ip,
    traceId,
  })
}

async function stopOldToken(
  tx: Sql,
  { deviceId, row }: Connected,
  { session, ip, traceId }: CallContext,
): Promise<void> {
  await dropOldToken(tx, deviceId)
  const line = { action: revokeOldToken.audit, targetIds: [deviceId], deptId: row.deptId, ip, traceId }
  await recordOperation(tx, session, line)
}

function hasToken({ identification }: Protocol): boolean {
  return identification.by === 'TOKEN'
}

/** A slave reports through its gateway; a token chosen by a person is no secret. */
function newSecret(
  { type: { nodeKind }, protocol: { identification } }: Connected,
  wanted: string | undefined,
  draw: (below: number) => number,
): string {
  if (identification.by === 'ADDRESS') return passwordOf(identification, wanted, draw)
  if (nodeKind === 'SLAVE') throw new AppError('validation', { fields: { deviceId: 'not-for-slave' } })
  if (wanted !== undefined) throw new AppError('validation', { fields: { password: 'wrong-protocol' } })
  return identification.drawToken(draw)
}

function passwordOf(
  { readPassword, drawPassword }: Identification & { by: 'ADDRESS' },
  wanted: string | undefined,
  draw: (below: number) => number,
): string {
  const password = wanted === undefined ? drawPassword(draw) : readPassword(wanted)
  if (password === null) throw new AppError('validation', { fields: { password: 'format' } })
  return password
}

const NO_EXAMPLE = { topic: null, example: null }

/** `secret` is a newly created one; the stored one is never answered. */
async function cardOf(
  { listener, messageTimes }: RegistryDeps,
  { deviceId, row, type, protocol }: Connected,
  context: CallContext,
  secret: string | null,
): Promise<ConnectionCard> {
  const at = listener(type.protocol)
  const times = await messageTimes(deviceId)
  const host = at?.host ?? context.request.hostname
  const port = at?.port ?? 0
  return {
    protocol: type.protocol,
    credential: hasToken(protocol) ? 'TOKEN' : 'STATION_PASSWORD',
    host,
    port,
    listening: at?.port != null,
    stationAddress: row.stationAddress ?? '',
    allowedAddresses: row.allowedAddresses,
    hasPassword: hasToken(protocol) ? row.hasToken : row.hasPassword,
    password: secret,
    tokenTime: row.tokenTime,
    oldToken: row.oldToken,
    ...(protocol.firstReport?.(type, { deviceNo: row.deviceNo, host, port, token: secret ?? '<token>' }) ?? NO_EXAMPLE),
    firstMessageTime: times.first,
    lastMessageTime: times.last,
  }
}

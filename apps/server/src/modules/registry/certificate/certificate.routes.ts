import {
  addDeviceCertificate,
  CERTIFICATE_LIMITS,
  type DeviceCertificates,
  deviceCertificates,
  removeDeviceCertificate,
} from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { recordOperation } from '../../../platform/audit/audit.store.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { type Api, type CallContext, mountOperation } from '../../../platform/http/mount-operation.ts'
import { rowId, type ScopedDeviceId, scopedDeviceId } from '../../../platform/resource/scoped.ts'
import type { RegistryDeps } from '../registry.ports.ts'
import { connectionOf, type ConnectionRow } from '../registry.store.ts'
import { type CertificateFacts, certificateIn } from './x509.ts'
import { certificatesOf, deleteCertificate, insertCertificate } from './certificate.store.ts'

interface Shown {
  deviceId: ScopedDeviceId
  row: ConnectionRow
  tlsPort: number | null
}

/** The certificates that let a device in over TLS, beside its token. */
export function mountCertificates(api: Api, deps: RegistryDeps): void {
  const { db, bus, catalogue } = deps

  async function seen(id: string, { session }: CallContext) {
    const deviceId = await scopedDeviceId(db, session, id)
    const row = await connectionOf(db, deviceId)
    const type = row && catalogue.typeOf(row.productNo)
    if (!row || !type) throw new AppError('not-found')
    return { deviceId, row, type, tlsPort: deps.listener(type.protocol)?.tlsPort ?? null }
  }

  /** A connection by what is no certificate any more ends, and open cards show what there is now. */
  async function changed(device: Shown): Promise<DeviceCertificates> {
    bus.emit('device.changed', { deviceId: device.deviceId, change: 'updated' })
    return answer(device)
  }

  const answer = async ({ deviceId, tlsPort }: Shown): Promise<DeviceCertificates> => ({
    tlsPort,
    list: await certificatesOf(db, deviceId),
  })

  mountOperation(api, deviceCertificates, async ({ deviceId }, context) => answer(await seen(deviceId, context)))
  mountOperation(api, addDeviceCertificate, async ({ deviceId, pem }, context) => {
    const { type, ...device } = await seen(deviceId, context)
    if (catalogue.protocolOf(type.protocol)?.identification.by !== 'TOKEN')
      throw refused('deviceId', 'shows-no-certificate')
    if (type.nodeKind === 'SLAVE') throw refused('deviceId', 'not-for-slave')
    const facts = certificateIn(pem)
    await db.transaction(async (tx) => {
      const { most } = CERTIFICATE_LIMITS
      const outcome = await insertCertificate(tx, device.deviceId, facts, { by: context.session.userId, most })
      if (outcome !== 'added') throw refused('pem', outcome)
      await log(tx, { device, context, action: addDeviceCertificate.audit, after: whichOf(facts) })
    })
    return changed(device)
  })
  mountOperation(api, removeDeviceCertificate, async ({ deviceId, id }, context) => {
    const device = await seen(deviceId, context)
    await db.transaction(async (tx) => {
      const was = await deleteCertificate(tx, device.deviceId, rowId(id))
      if (!was) throw new AppError('not-found')
      await log(tx, { device, context, action: removeDeviceCertificate.audit, before: whichOf(was) })
    })
    return changed(device)
  })
}

const refused = (field: 'deviceId' | 'pem', why: string) => new AppError('validation', { fields: { [field]: why } })

/** A certificate is no secret: the log says which it was. */
const whichOf = ({ fingerprint, subject }: Pick<CertificateFacts, 'fingerprint' | 'subject'>) => ({
  certificate: subject,
  fingerprint,
})

async function log(
  tx: Sql,
  {
    device,
    context,
    ...line
  }: { device: Shown; context: CallContext; action: string; before?: unknown; after?: unknown },
): Promise<void> {
  const { session, ip, traceId } = context
  await recordOperation(tx, session, { ...line, targetIds: [device.deviceId], deptId: device.row.deptId, ip, traceId })
}

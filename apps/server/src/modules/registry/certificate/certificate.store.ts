import type { DeviceCertificate } from '@sluice/contract'
import type { Sql } from '../../../platform/db/db.ts'
import { iso } from '../../../platform/db/iso-time.ts'
import { fingerprintIn } from '../../../platform/device-credential.ts'
import { DEVICE_MARK, type ScopedDeviceId, unscopedText } from '../../../platform/resource/scoped.ts'
import type { CertificateFacts } from './x509.ts'

/** The certificates of a device, the newest first. */
export async function certificatesOf(db: Sql, deviceId: ScopedDeviceId): Promise<DeviceCertificate[]> {
  const { rows } = await db.query<DeviceCertificate & Record<string, unknown>>(
    `select id::text as id, fingerprint, subject, ${iso('valid_from')} as "validFrom", ${iso('valid_until')} as "validUntil",
       ${iso('create_time')} as "createTime", ${iso('used_time')} as "usedTime"
     from device_certificate where device_id = $1 ${DEVICE_MARK} order by id desc`,
    [deviceId],
  )
  return rows
}

/**
 * `over`: its time is; `too-many`: the device has as many as it may; `duplicate`: it is some device's already. What a deleted
 * device had is given up. Its row is locked until the end of the transaction, so that two calls are counted one after the
 * other.
 */
export async function insertCertificate(
  tx: Sql,
  deviceId: ScopedDeviceId,
  { fingerprint, subject, validFrom, validUntil }: CertificateFacts,
  { by, most }: { by: string; most: number },
): Promise<'added' | 'over' | 'too-many' | 'duplicate'> {
  const { rows } = await tx.query<{ over: boolean }>(
    `select $2::timestamptz <= now() as over from device where id = $1 for update ${DEVICE_MARK}`,
    [deviceId, validUntil],
  )
  if (rows[0]?.over) return 'over'
  if ((await certificatesOf(tx, deviceId)).length >= most) return 'too-many'
  await tx.query(
    `delete from device_certificate c using device d
     where c.fingerprint = $1 and d.id = c.device_id and d.deleted ${unscopedText('unique')}`,
    [fingerprint],
  )
  const { rowCount } = await tx.query(
    `insert into device_certificate (device_id, fingerprint, subject, valid_from, valid_until, create_by)
     values ($1, $2, $3, $4, $5, $6) on conflict (fingerprint) do nothing ${DEVICE_MARK}`,
    [deviceId, fingerprint, subject, validFrom, validUntil, by],
  )
  return rowCount === 1 ? 'added' : 'duplicate'
}

/** What it was; undefined where the device has none of that id. */
export async function deleteCertificate(
  tx: Sql,
  deviceId: ScopedDeviceId,
  id: string,
): Promise<{ fingerprint: string; subject: string } | undefined> {
  const { rows } = await tx.query<{ fingerprint: string; subject: string }>(
    `delete from device_certificate where device_id = $1 and id = $2 returning fingerprint, subject ${DEVICE_MARK}`,
    [deviceId, id],
  )
  return rows[0]
}

/** It was shown: written once a day for each. */
export async function noteCertificateUsed(db: Sql, deviceId: string, credential: string): Promise<void> {
  await db.query(
    `update device_certificate set used_time = now() where device_id = $1 and fingerprint = $2 ${unscopedText('pipeline')}`,
    [deviceId, fingerprintIn(credential)],
  )
}

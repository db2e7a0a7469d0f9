import { textArray } from '../../platform/db/array-literal.ts'
import type { Sql } from '../../platform/db/db.ts'
import { CERTIFICATE_MARK, fingerprintIn } from '../../platform/device-credential.ts'
import { unscopedText } from '../../platform/resource/scoped.ts'
import { OLD_GOES_ON } from './device-token.store.ts'

/** Whose credential it is. `use`: it is to be noted that it was shown. */
export interface CredentialOwnerRow {
  deviceId: string
  deviceNo: string
  use?: 'FIRST' | 'OLD'
}

const OF_CERTIFICATES = `device_certificate c join device d on d.id = c.device_id
  where now() between c.valid_from and c.valid_until and d.enabled and not d.deleted`

/** Enabled devices by the hash of their token, or by their certificate, while that is valid. */
export async function devicesByCredential(
  db: Sql,
  credentials: readonly string[],
): Promise<Map<string, CredentialOwnerRow>> {
  const fingerprints = credentials.flatMap((credential) => fingerprintIn(credential) ?? [])
  const { rows } = await db.query<{ key: string; deviceId: string; deviceNo: string; use: 'FIRST' | 'OLD' | null }>(
    `select access_token_hash as key, id as "deviceId", device_no as "deviceNo",
       case when access_token_used is null then 'FIRST' end as use
     from device where access_token_hash = any($1::text[]) and enabled and not deleted
     union all
     select old_token_hash, id, device_no, 'OLD'
     from device where old_token_hash = any($1::text[]) and ${OLD_GOES_ON} and enabled and not deleted
     union all
     select '${CERTIFICATE_MARK}' || c.fingerprint, d.id, d.device_no,
       case when c.used_time is null or c.used_time < now() - interval '1 day' then 'FIRST' end
     from ${OF_CERTIFICATES} and c.fingerprint = any($2::text[])
     ${unscopedText('pipeline')}`,
    [textArray(credentials), textArray(fingerprints)],
  )
  return new Map(rows.map(({ key, use, ...owner }) => [key, use === null ? owner : { ...owner, use }]))
}

/** Everything that lets a device in. */
export async function knownCredentials(db: Sql): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ key: string }>(
    `select access_token_hash as key from device
     where access_token_hash is not null and enabled and not deleted
     union all
     select old_token_hash from device where ${OLD_GOES_ON} and enabled and not deleted
     union all
     select '${CERTIFICATE_MARK}' || c.fingerprint from ${OF_CERTIFICATES} ${unscopedText('pipeline')}`,
  )
  return new Set(rows.map(({ key }) => key))
}

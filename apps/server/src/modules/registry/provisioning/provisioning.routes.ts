import { randomInt } from 'node:crypto'
import {
  type OutputOf,
  PROVISION_SECRET_PLACE,
  type Provisioning,
  productProvisioning,
  type ProvisioningSettings,
  rotateProvisionSecret,
  saveProvisioning,
} from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { recordOperation } from '../../../platform/audit/audit.store.ts'
import type { Connection, Sql } from '../../../platform/db/db.ts'
import { hashOfDrawn } from '../../../platform/device-credential.ts'
import { type Api, type CallContext, mountOperation } from '../../../platform/http/mount-operation.ts'
import { isRowId, rowId } from '../../../platform/resource/scoped.ts'
import { findProduct, lockProduct, type ProductRow } from '../product/product.store.ts'
import type { RegistryDeps } from '../registry.ports.ts'
import {
  insertProvisioning,
  placesOf,
  provisioningOf,
  setSecretHash,
  updateProvisioning,
} from './provisioning.store.ts'

type Deps = Pick<RegistryDeps, 'db' | 'catalogue' | 'listener'>
type WithSecret = OutputOf<typeof saveProvisioning>

/** How the devices of a product register themselves: its key, its secret, and the limits of both. */
export function mountProvisionings(api: Api, deps: Deps): void {
  const { db } = deps
  mountOperation(api, productProvisioning, async ({ id }, context) => {
    everyDepartment(context)
    const { protocol } = await provisioned(db, deps, id, findProduct)
    const at = deps.listener(protocol)
    const [host, port] = [at?.host ?? context.request.hostname, at?.port ?? 0]
    const provisioning = (await provisioningOf(db, rowId(id))) ?? null
    const target = provisioning && { host, port, key: provisioning.provisionKey, secret: PROVISION_SECRET_PLACE }
    const how = (target && deps.catalogue.protocolOf(protocol)?.provisioning?.(target)) ?? null
    return { provisioning, how, host, port, listening: at?.port != null }
  })
  mountOperation(api, saveProvisioning, ({ id, version, settings }, context) => {
    everyDepartment(context)
    return db.transaction(async (tx) => {
      const product = await provisioned(tx, deps, id, lockProduct)
      await checkPlaces(tx, settings)
      const before = await provisioningOf(tx, product.id)
      const saved = { productId: product.id, by: context.session.userId, ...settings, names: settings.names || null }
      const secret = before ? null : drawn()
      const isSaved =
        secret !== null && version === null
          ? await insertProvisioning(tx, saved, { key: drawn(), secretHash: hashOfDrawn(secret) })
          : version !== null && (await updateProvisioning(tx, saved, version))
      if (!isSaved) throw new AppError('stale-version')
      return logged(tx, product, context, { action: saveProvisioning.audit, before, secret })
    })
  })
  mountOperation(api, rotateProvisionSecret, ({ id }, context) => {
    everyDepartment(context)
    return db.transaction(async (tx) => {
      const product = await provisioned(tx, deps, id, lockProduct)
      const before = await provisioningOf(tx, product.id)
      const secret = drawn()
      if (!(await setSecretHash(tx, product.id, context.session.userId, hashOfDrawn(secret))))
        throw new AppError('not-found')
      return logged(tx, product, context, { action: rotateProvisionSecret.audit, before, secret })
    })
  })
}

/** Devices of a product may go to any department. */
function everyDepartment({ session }: CallContext): void {
  if (!session.scope.all) throw new AppError('not-permitted', { needs: 'platform' })
}

/** @throws AppError `not-found`, `validation` for a product whose devices cannot ask. */
async function provisioned<S extends Sql>(
  db: S,
  { catalogue }: Pick<Deps, 'catalogue'>,
  id: string,
  find: (db: S, id: string) => Promise<ProductRow | undefined>,
): Promise<ProductRow & { protocol: string }> {
  const product = await find(db, rowId(id))
  if (!product) throw new AppError('not-found')
  const { protocol, nodeKind } = product
  if (!catalogue.protocolOf(protocol)?.provisioning)
    throw new AppError('validation', { fields: { id: 'wrong-protocol' } })
  if (nodeKind === 'SLAVE') throw new AppError('validation', { fields: { id: 'not-for-slave' } })
  return product
}

async function checkPlaces(tx: Connection, { deptId, areaId }: ProvisioningSettings): Promise<void> {
  if (!isRowId(deptId)) throw new AppError('validation', { fields: { 'settings.deptId': 'not-found' } })
  if (areaId !== null && !isRowId(areaId))
    throw new AppError('validation', { fields: { 'settings.areaId': 'not-found' } })
  const { dept, area } = await placesOf(tx, { deptId, areaId })
  if (!dept) throw new AppError('validation', { fields: { 'settings.deptId': 'not-found' } })
  if (!area) throw new AppError('validation', { fields: { 'settings.areaId': 'not-found' } })
}

/** Letters and digits that nobody takes for each other on a printed sheet. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'

/** A key or a secret: twenty letters, as long as ThingsBoard's, for which firmware has room. */
function drawn(): string {
  return Array.from({ length: 20 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

/** What is set, with the names of the places that it names. */
function told({ settings, deptName, areaName }: Provisioning) {
  return { ...settings, deptIdName: deptName, areaIdName: areaName }
}

/** The line of the log holds what was set, never the secret. */
async function logged(
  tx: Connection,
  { id, productNo }: ProductRow,
  { session, ip, traceId }: CallContext,
  { action, before, secret }: { action: string; before: Provisioning | undefined; secret: string | null },
): Promise<WithSecret> {
  const after = await provisioningOf(tx, id)
  if (!after) throw new AppError('not-found')
  await recordOperation(tx, session, {
    action,
    targetIds: [id],
    before: before ? told(before) : null,
    after: { productNo, ...told(after), isNewSecret: secret !== null },
    ip,
    traceId,
  })
  return { ...after, secret }
}

import { timingSafeEqual } from 'node:crypto'
import type { Catalogue } from '@sluice/devices'
import { recordOperation } from '../../../platform/audit/audit.store.ts'
import type { Bus } from '../../../platform/bus.ts'
import type { Connection, Database } from '../../../platform/db/db.ts'
import { hashOfDrawn } from '../../../platform/device-credential.ts'
import { drawnToken } from '../device-token.ts'
import { isOwnToken, provisionDecision, type ProvisionRefusal } from './provisioning.rules.ts'
import {
  giveToken,
  insertProvisioned,
  lockNamed,
  lockProvisioning,
  noteGiven,
  type LockedProvisioning,
  secretHashOf,
} from './provisioning.store.ts'

/** A device that asks for its token. */
interface ProvisionAsked {
  protocol: string
  key: string
  secret: string
  deviceName: string
  /** A token that it brings; null: one is drawn. */
  token: string | null
  /** The address it asks from, without its port. */
  remote: string
}

/** `null`: no such key and secret. */
type ProvisionGiven = { token: string } | { refused: ProvisionRefusal } | null

interface ProvisioningDeps {
  db: Database
  bus: Bus
  catalogue: Catalogue
}

/** Whom a change by a device is written under: no person did it. */
const BY_DEVICE = { userId: null, username: 'provision' } as const

/** A name that was taken between the look and the making of the device. */
class Taken extends Error {}

/** Gives devices their tokens for the key and secret of their product. */
export class Provisionings {
  readonly #deps: ProvisioningDeps

  constructor(deps: ProvisioningDeps) {
    this.#deps = deps
  }

  async knowsSecret({ key, protocol, secret }: Pick<ProvisionAsked, 'key' | 'protocol' | 'secret'>): Promise<boolean> {
    const hash = await secretHashOf(this.#deps.db, key, protocol)
    // An unknown key takes as long as a wrong secret.
    const known = Buffer.from(hash ?? hashOfDrawn(key), 'hex')
    return timingSafeEqual(known, Buffer.from(hashOfDrawn(secret), 'hex')) && hash !== undefined
  }

  /** Resolves when the device and its token are committed. */
  async give(asked: ProvisionAsked): Promise<ProvisionGiven> {
    const { db, bus } = this.#deps
    try {
      const given = await db.transaction((tx) => this.#give(tx, asked))
      if (given === null || 'refused' in given) return given
      bus.emit('device.changed', { deviceId: given.deviceId, change: given.isNew ? 'inserted' : 'updated' })
      return { token: given.token }
    } catch (error) {
      if (error instanceof Taken) return { refused: 'the device is provisioned already' }
      throw error
    }
  }

  async #give(tx: Connection, { protocol, key, secret, deviceName, token: own, remote }: ProvisionAsked) {
    const provisioning = await lockProvisioning(tx, key, hashOfDrawn(secret))
    if (!provisioning) return null
    const { productId } = provisioning
    const device = await lockNamed(tx, deviceName, productId)
    const decided = provisionDecision(provisioning, deviceName, device)
    if ('refused' in decided) return decided
    const token = own ?? drawnToken(this.#deps.catalogue, protocol)
    if (token === undefined || (own !== null && !isOwnToken(own)))
      return { refused: 'the token cannot be used' as const }
    const deviceId = device?.id ?? (await this.#made(tx, provisioning, deviceName, token))
    if (device && !(await giveToken(tx, device.id, hashOfDrawn(token))))
      return { refused: 'the token cannot be used' as const }
    const { outcome } = decided
    await noteGiven(tx, { productId, deviceId, outcome, remote })
    const deptId = device?.deptId ?? provisioning.deptId
    await recordOperation(
      tx,
      { ...BY_DEVICE, deptId },
      {
        action: 'device.provision',
        targetIds: [deviceId],
        deptId,
        after: { name: deviceName, productNo: provisioning.productNo, outcome },
        ip: remote,
        traceId: '',
      },
    )
    return { token, deviceId, isNew: outcome === 'CREATED' }
  }

  /** @throws Taken */
  async #made(tx: Connection, provisioning: LockedProvisioning, name: string, token: string): Promise<string> {
    const id = await insertProvisioned(tx, provisioning, name, hashOfDrawn(token))
    if (id === undefined) throw new Taken()
    return id
  }
}

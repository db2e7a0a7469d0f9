import { FIRMWARE_TOTAL_BYTES, type firmwareResource } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { readUpload } from '../../platform/file/stored-file.store.ts'
import { nameOf } from '../../platform/http/session.ts'
import type { ResourceChange } from '../../platform/resource/resource-change.ts'
import type { FirmwareDeps } from './firmware.ports.ts'
import { lockedTotal } from './firmware.store.ts'
import { stopRollouts } from './rollout.store.ts'
import { signedBy } from './signature.ts'

const MB = 1024 * 1024
type Change = ResourceChange<typeof firmwareResource>

/** Firmware of products: taken once, never changed, released and withdrawn. */
export class FirmwareFiles {
  readonly #deps: FirmwareDeps

  constructor(deps: FirmwareDeps) {
    this.#deps = deps
  }

  async beforeWrite(change: Change): Promise<void> {
    const { verb, before, context, transition } = change
    // Products are everybody's, and so is what runs on their devices.
    if (!context.session.scope.all) throw new AppError('not-permitted', { needs: 'platform' })
    if (verb === 'insert') await this.#take(change)
    if (verb === 'del' && transition === undefined && before?.status === 'RELEASED')
      throw new AppError('conflict', { state: before?.status })
  }

  async afterWrite({ id, tx, transition }: Change & { readonly id: string }): Promise<void> {
    if (transition === 'withdraw') await stopRollouts(tx, id, this.#deps.clock.now())
  }

  async #take({ values, columns, tx, context: { session } }: Change): Promise<void> {
    const [fileId = ''] = values.file ?? []
    const upload = await readUpload(tx, fileId, session.userId)
    if (!upload) throw new AppError('validation', { fields: { file: 'file-gone' } })
    if (!(await this.#deps.carriesFirmware(values.productId ?? '')))
      throw new AppError('validation', { fields: { productId: 'carries-no-firmware' } })
    const { content, sha256 } = upload
    if ((await lockedTotal(tx)) + content.length > FIRMWARE_TOTAL_BYTES)
      throw new AppError('limit-reached', { mb: FIRMWARE_TOTAL_BYTES / MB })
    const keyId = this.#keyOf(values.signature ?? null, content)
    const createName = nameOf(session)
    Object.assign(columns, { size: content.length, sha256: sha256.toString('hex'), keyId, createName })
  }

  /** A signature is asked for as soon as there is a key; without a key none can be checked, and so none is taken. */
  #keyOf(signature: string | null, content: Buffer): string | null {
    const { keys } = this.#deps
    if (signature === null) {
      if (keys.length > 0) throw new AppError('validation', { fields: { signature: 'required' } })
      return null
    }
    const keyId = signedBy(keys, content, signature)
    if (keyId === undefined) throw new AppError('validation', { fields: { signature: 'wrong-signature' } })
    return keyId
  }
}

import { AsyncLocalStorage } from 'node:async_hooks'
import {
  cutFrames,
  frameProtocols,
  inspectFrame,
  MAX_CUT_FRAMES,
  replayProductModel,
  storedFrame,
  tryProductModel,
} from '@sluice/contract'
import { AppError, fromHex } from '@sluice/kit'
import { type Api, mountOperation } from '../../../platform/http/mount-operation.ts'
import { cut } from './frame-reading.ts'
import { replayModel, type TrialDeps, tryModel } from './model-trial.service.ts'
import { inspectPasted, inspectStored, type InspectionDeps } from './inspection.service.ts'

/** A capture of some minutes as hex. */
const CAPTURE_BYTES = 8 * 1024 * 1024

/** The frame inspector: stored messages and pasted bytes. */
export function mountInspection(api: Api, given: Omit<InspectionDeps, 'asPipeline'> & TrialDeps): void {
  const { catalogue } = given
  const deps: InspectionDeps = { ...given, asPipeline: AsyncLocalStorage.snapshot() }
  mountOperation(api, storedFrame, (input, { session }) => inspectStored(deps, session, input))
  mountOperation(api, inspectFrame, (input, { session }) => inspectPasted(deps, session, input))
  mountOperation(api, tryProductModel, (input) => tryModel(given, input))
  mountOperation(api, replayProductModel, (input, { session }) => replayModel(given, session, input))
  mountOperation(api, frameProtocols, () =>
    catalogue.protocols.map(({ protocol, identification: { by } }) => ({ protocol, by })),
  )
  mountOperation(
    api,
    cutFrames,
    ({ protocol, streams }) => {
      const bytes = streams.map((hex) => {
        const read = fromHex(hex)
        if (!read.ok) throw new AppError('validation', { fields: { streams: 'format' } })
        return read.value
      })
      return cut(catalogue, bytes, { protocol, most: MAX_CUT_FRAMES })
    },
    { bodyLimit: CAPTURE_BYTES },
  )
}

import { AppError } from '@sluice/kit'
import sharp, { type Sharp } from 'sharp'
import { createTurns } from '../jobs/turns.ts'
import { isPicture } from './picture.rules.ts'

/** A small file may unfold into a picture that fills the memory. */
const MAX_PIXELS = 40_000_000
/** One that is made to be slow to read is given up. */
const TIMEOUT_S = 10
/** A picture of so many points takes up to 250 MB while it is read, and a thread that file access and passwords share. */
const turns = createTurns({ atOnce: 1, mostWaiting: 20 })

/**
 * An uploaded picture, decoded and re-encoded as WebP, without the metadata of cameras (SEC-19).
 * @throws AppError `not-a-picture`, or `too-many-requests` when enough wait already
 */
export async function drawnAnew(given: Buffer, shape: (picture: Sharp) => Sharp): Promise<Buffer> {
  if (!isPicture(given)) throw new AppError('not-a-picture')
  return turns.take(() =>
    shape(
      sharp(given, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated: false })
        .timeout({ seconds: TIMEOUT_S })
        .rotate(),
    )
      .toBuffer()
      .catch(() => {
        throw new AppError('not-a-picture')
      }),
  )
}

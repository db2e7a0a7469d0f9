import { createHash } from 'node:crypto'
import {
  FILE_DAY_BYTES,
  FILE_LEAST_BYTES,
  FILE_MAX_LETTERS,
  FILE_MAX_MB,
  type FileAccept,
  type FileFacts,
  fileMaxBytes,
  type PhotoPlace,
  uploadFile,
} from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { recordOperation } from '../audit/audit.store.ts'
import type { Connection } from '../db/db.ts'
import { type Api, type CallContext, mountOperation } from '../http/mount-operation.ts'
import { fileName, photoName, typeOf } from './file.rules.ts'
import { placeIn } from './photo-place.ts'
import { drawnAnew } from './picture.ts'
import { insertFile, sentSince } from './stored-file.store.ts'

const MB = 1024 * 1024
const DAY_MS = 86_400_000
/** The longer edge of a stored photo: a gauge can be read from it. */
const PHOTO_PX = 2560
/** The file in base64, and the fields next to it. */
const UPLOAD_BYTES = FILE_MAX_LETTERS + 4096

/** The stored form of an upload. */
async function keptOf(name: string, accept: FileAccept, given: Buffer) {
  if (accept !== 'photo') return { name, content: given, type: typeOf(given), picture: false, place: null }
  const content = await drawnAnew(given, (picture) =>
    picture.resize(PHOTO_PX, PHOTO_PX, { fit: 'inside', withoutEnlargement: true }).webp({ quality: 82 }),
  )
  return { name: photoName(name), content, type: 'image/webp', picture: true, place: placeIn(given) }
}

interface Given {
  name: string
  accept: FileAccept
  content: string
  /** Where a telephone says that a photo was taken, which it drew anew itself. */
  place?: PhotoPlace | undefined
}

/** The form in which a file is stored; drawn before the transaction that stores it, because that takes a while. */
export async function prepareUpload(given: Given) {
  const bytes = Buffer.from(given.content, 'base64')
  if (bytes.length > fileMaxBytes(given.accept)) throw new AppError('file-too-large', { mb: FILE_MAX_MB[given.accept] })
  const kept = await keptOf(fileName(given.name), given.accept, bytes)
  return given.place ? { ...kept, place: given.place } : kept
}
type Kept = Awaited<ReturnType<typeof prepareUpload>>

/**
 * Stores a prepared file within the budget of the day; no row refers to it yet.
 * @throws AppError `files-of-day`
 */
export async function storeUpload(
  tx: Connection,
  kept: Kept,
  { userId, now }: { userId: string; now: Date },
): Promise<FileFacts> {
  const since = new Date(now.getTime() - DAY_MS)
  const sent = await sentSince(tx, { userId, since, least: FILE_LEAST_BYTES })
  for (const whose of ['person', 'all'] as const) {
    const most = FILE_DAY_BYTES[whose]
    if (sent[whose] + Math.max(kept.content.length, FILE_LEAST_BYTES) > most)
      throw new AppError('files-of-day', { mb: most / MB, of: whose })
  }
  const sha256 = createHash('sha256').update(kept.content).digest()
  const id = await insertFile(tx, { ...kept, sha256, userId, now })
  const { name, type, place } = kept
  return { id, name, type, size: kept.content.length, ...(place ? { place } : {}) }
}

async function take(
  { db, clock }: Api,
  given: { name: string; accept: FileAccept; content: string },
  { session, ip, traceId }: CallContext,
): Promise<FileFacts> {
  const kept = await prepareUpload(given)
  return db.transaction(async (tx) => {
    const facts = await storeUpload(tx, kept, { userId: session.userId, now: clock.now() })
    const { id } = facts
    const action = uploadFile.audit
    await recordOperation(tx, session, { action, targetIds: [id], before: null, after: facts, ip, traceId })
    return facts
  })
}

/** Takes files that rows are to refer to. */
export function mountUpload(api: Api): void {
  mountOperation(api, uploadFile, (input, context) => take(api, input, context), { bodyLimit: UPLOAD_BYTES })
}

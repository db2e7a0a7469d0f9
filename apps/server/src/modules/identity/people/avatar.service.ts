import { randomBytes } from 'node:crypto'
import { AVATAR_MAX_BYTES, removeAvatar, SERVICES, uploadAvatar } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { FastifyInstance } from 'fastify'
import { recordOperation } from '../../../platform/audit/audit.store.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database } from '../../../platform/db/db.ts'
import type { CallContext } from '../../../platform/http/mount-operation.ts'
import { SESSION_COOKIE, type SessionSource } from '../../../platform/http/session.ts'
import { drawnAnew } from '../../../platform/file/picture.ts'
import { deleteAvatar, readAvatar, saveAvatar } from './avatar.store.ts'

type Call = Pick<CallContext, 'session' | 'ip' | 'traceId'>

const EDGE_PX = 256
const PATH = `${SERVICES.security}/avatar/`
const PICTURE = { summary: 'The picture of a person', type: 'image/webp', access: 'cookie' } as const

/** Pictures of people (AD-8, SEC-19): the upload is decoded, cut square and re-encoded, and never served itself. */
export function createAvatars({ db, clock }: { db: Database; clock: Clock }) {
  return {
    /** @throws AppError too-large | not-a-picture | too-many-requests */
    async save(base64: string, { session, ip, traceId }: Call): Promise<string> {
      const given = Buffer.from(base64, 'base64')
      if (given.length > AVATAR_MAX_BYTES) throw new AppError('too-large')
      const picture = await drawnAnew(given, (one) =>
        one.resize(EDGE_PX, EDGE_PX, { fit: 'cover', position: 'attention' }).webp({ quality: 85 }),
      )
      const name = `${randomBytes(16).toString('hex')}.webp`
      const path = `${PATH}${name}`
      await db.transaction(async (tx) => {
        const avatar = { userId: session.userId, name, picture, path, now: clock.now() }
        const before = await saveAvatar(tx, avatar)
        const change = { before: { avatarPath: before }, after: { avatarPath: path } }
        await recordOperation(tx, session, {
          action: uploadAvatar.audit,
          targetIds: [session.userId],
          ...change,
          ip,
          traceId,
        })
      })
      return path
    },

    async remove({ session, ip, traceId }: Call): Promise<void> {
      await db.transaction(async (tx) => {
        const before = await deleteAvatar(tx, session.userId)
        const change = { before: { avatarPath: before }, after: { avatarPath: null } }
        await recordOperation(tx, session, {
          action: removeAvatar.audit,
          targetIds: [session.userId],
          ...change,
          ip,
          traceId,
        })
      })
    },

    /**
     * A path apart from the calls: an image source sends the cookie, but no header token. The name is 128 random bits
     * and new with every picture, so browsers may cache it forever.
     */
    serve(app: FastifyInstance, sessions: SessionSource): void {
      app.get<{ Params: { name: string } }>(
        `${PATH}:name`,
        { config: { describes: PICTURE } },
        async (request, reply) => {
          const cookie = request.cookies[SESSION_COOKIE]
          if (!cookie || !(await sessions.find(cookie, { quietly: true }))) throw new AppError('session-over')
          const { name } = request.params
          const picture = /^[0-9a-f]{32}\.webp$/.test(name) ? await readAvatar(db, name) : null
          if (!picture) throw new AppError('not-found')
          return reply
            .header('content-type', 'image/webp')
            .header('x-content-type-options', 'nosniff')
            .header('content-security-policy', "default-src 'none'; sandbox")
            .header('cache-control', 'private, max-age=31536000, immutable')
            .send(picture)
        },
      )
    },
  }
}

export type Avatars = ReturnType<typeof createAvatars>

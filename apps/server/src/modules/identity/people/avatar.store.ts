import type { Sql } from '../../../platform/db/db.ts'
import { unscopedText } from '../../../platform/resource/scoped.ts'

/** Replaces the user's picture; the old name becomes invalid. Returns the previous path. */
export async function saveAvatar(
  tx: Sql,
  avatar: { userId: string; name: string; picture: Buffer; path: string; now: Date },
): Promise<string | null> {
  await tx.query(
    `insert into user_avatar (name, user_id, picture, create_time) values ($1, $2, $3, $4)
     on conflict (user_id) do update set name = excluded.name, picture = excluded.picture,
       create_time = excluded.create_time`,
    [avatar.name, avatar.userId, avatar.picture, avatar.now],
  )
  return setPath(tx, avatar.userId, avatar.path)
}

export async function deleteAvatar(tx: Sql, userId: string): Promise<string | null> {
  await tx.query('delete from user_avatar where user_id = $1', [userId])
  return setPath(tx, userId, null)
}

export async function readAvatar(db: Sql, name: string): Promise<Buffer | null> {
  const { rows } = await db.query<{ picture: Buffer }>('select picture from user_avatar where name = $1', [name])
  return rows[0]?.picture ?? null
}

/** Returns the previous path. */
async function setPath(tx: Sql, userId: string, path: string | null): Promise<string | null> {
  const before = await tx.query<{ avatar_path: string | null }>(
    `select avatar_path from sys_user where id = $1 for update ${unscopedText('self')}`,
    [userId],
  )
  await tx.query(`update sys_user set avatar_path = $2 where id = $1 ${unscopedText('self')}`, [userId, path])
  return before.rows[0]?.avatar_path ?? null
}

import { loginLogResource } from '@sluice/contract'
import type { Sql } from '../../platform/db/db.ts'
import { tellRowsOf } from '../../platform/resource/changed-rows.ts'
import type { ResourceOptions } from '../../platform/resource/resource-change.ts'
import { unscopedText } from '../../platform/resource/scoped.ts'

/** Lines never change. */
export const LOGINS: Pick<ResourceOptions<typeof loginLogResource>, 'computed'> = {
  computed: {
    version: '0',
    deptName: 'select d.name from v_dept d where d.id = t.dept_id',
    outcome: "case when t.result = 'OK' then 'SUCCESS' else 'FAILURE' end",
  },
}

/** One attempt to sign in, or a sign-out. */
export interface LoginLine {
  now: Date
  username: string
  user: { id: string; deptId: string } | null
  action: 'LOGIN' | 'LOGOUT'
  /** `OK` or the key of the error. */
  result: string
  platform: string
  ip: string
  userAgent: string
}

export async function insertLogin(tx: Sql, line: LoginLine): Promise<void> {
  await tx.query(
    `insert into login_log (ts, username, user_id, dept_id, action, result, platform, ip, user_agent)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) ${unscopedText('sign-in')}`,
    [
      line.now,
      line.username,
      line.user?.id ?? null,
      line.user?.deptId ?? null,
      line.action,
      line.result,
      line.platform,
      line.ip,
      line.userAgent,
    ],
  )
  // Of nobody's attempt the same statements run, so that the time of an answer says nothing.
  await tellRowsOf(tx, loginLogResource, [line.user?.deptId ?? null])
}

export async function deleteLoginsBefore(db: Sql, before: Date): Promise<void> {
  await db.query(`delete from login_log where ts < $1 ${unscopedText('job')}`, [before])
}

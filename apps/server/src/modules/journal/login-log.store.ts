import type { loginLogResource } from '@sluice/contract'
import type { Sql } from '../../platform/db.ts'
import type { ResourceOptions } from '../../platform/resource-change.ts'
import { unscopedText } from '../../platform/scoped.ts'

/** Lines never change. */
export const LOGINS: Pick<ResourceOptions<typeof loginLogResource>, 'computed'> = {
  computed: {
    version: '0',
    deptName: 'select d.name from dept d where d.id = t.dept_id',
    outcome: "case when t.result = 'OK' then 'SUCCESS' else 'FAILURE' end",
  },
}

export async function deleteLoginsBefore(db: Sql, before: Date): Promise<void> {
  await db.query(`delete from login_log where ts < $1 ${unscopedText('job')}`, [before])
}

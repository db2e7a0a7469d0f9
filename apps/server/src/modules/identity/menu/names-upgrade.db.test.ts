import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sharedPlatform } from '../../../../../../testing/src/platform/shared-platform.ts'

const { test } = sharedPlatform()

/** The statements of the migration, which touch rows only. */
function statements(): string[] {
  const file = new URL('../../../../migrations/0056-names.sql', import.meta.url)
  const text = readFileSync(file, 'utf8').replaceAll(/--.*$/gm, '')
  return text.split(';').flatMap((one) => (one.trim() ? [one.trim()] : []))
}

it('an upgrade renames what the program named, and leaves what an operator named', async () => {
  await test.db.transaction(async (tx) => {
    await tx.query(`update role set name = '查看者' where code = 'ROLE_VIEWER' /* unscoped:test */`)
    await tx.query(`update role set name = '查看者' where code = 'ROLE_OPERATOR' /* unscoped:test */`)
    await tx.query(`update resource set title = '从机列表' where name = 'ValveSlave'`)
    await tx.query(`update resource set title = '我的站点' where name = 'AdminSite'`)
    await tx.query(`update resource set title = '新增站点' where name = 'site:add'`)
    for (const text of statements()) await tx.query(`${text} /* unscoped:test */`)
    const { rows: roles } = await tx.query<{ name: string }>(
      `select name from role where code in ('ROLE_OPERATOR', 'ROLE_VIEWER') order by code /* unscoped:test */`,
    )
    expect(roles.map(({ name }) => name)).toEqual(['查看者', '只读用户'])
    const { rows: entries } = await tx.query<{ title: string }>(
      `select title from resource where name in ('AdminSite', 'ValveSlave', 'site:add') order by name collate "C"`,
    )
    expect(entries.map(({ title }) => title)).toEqual(['我的站点', '阀门列表', '新增域名'])
  })
})

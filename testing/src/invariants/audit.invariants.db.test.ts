import {
  clearPassword,
  departmentResource,
  deviceResource,
  issueApiKey,
  networkAttach,
  resetPassword,
  resetTotp,
  resourcePath,
  revokeApiKey,
  roleResource,
  rotatePassword,
  saveAuthRole,
  userResource,
} from '@sluice/contract'
import { sealAudit, verifyAudit } from '@sluice/server/src/platform/audit/audit-chain.store.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDevice } from '../field/devices.ts'
import { makeDept, makePerson, PASSWORD } from '../platform/people.ts'
import { startTestPlatform, type TestPlatform } from '../platform/platform.ts'

let test: TestPlatform
beforeAll(async () => {
  test = await startTestPlatform()
})
afterAll(() => test?.stop())

/** audited-calls.invariants checks that every call leaves its entry; this file checks what the entries contain. */
describe('SEC-15 (part) the operation log', () => {
  it('keeps before and after of rows, roles, passwords, keys, credentials and deletes, and no secret', async () => {
    const { admin, db } = test
    const here = await makeDept(admin, 'audited')
    const lines = async (action: string, id: string) => {
      const { rows } = await db.query<{
        username: string
        before: object | null
        after: object | null
        trace_id: string
      }>(
        `select username, before, after, trace_id from oper_log where action = $1 and $2 = any(target_ids) order by id
         /* unscoped:test */`,
        [action, id],
      )
      expect(rows.every(({ username, trace_id }) => username === 'admin' && trace_id.length > 10)).toBe(true)
      return rows.map(({ before, after }) => ({ before, after }))
    }

    await admin.update(departmentResource, here, { phone: '13800000000' })
    expect(await lines('dept.insert', here)).toMatchObject([{ before: null, after: { name: 'audited' } }])
    expect(await lines('dept.update', here)).toMatchObject([
      { before: { phone: null, version: 0 }, after: { phone: '13800000000', version: 1 } },
    ])

    const person = await makePerson(admin, db, { deptId: here, keys: ['user:list'] })
    const [made] = await lines('user.insert', person.userId)
    expect(JSON.stringify(made)).not.toContain(PASSWORD)
    const roleId = await admin.insert(roleResource, {
      code: 'ROLE_AUDITED',
      name: 'r',
      dataScope: 'DEPT',
      status: 'NORMAL',
      resourceIds: [],
    })
    const { rows } = await db.query<{ id: string }>("select id from resource where perm_code = 'user:list'")
    await admin.update(roleResource, roleId, { resourceIds: [rows[0]!.id] })
    expect(await lines('role.update', roleId)).toMatchObject([
      { before: { resourceIds: [] }, after: { resourceIds: [rows[0]!.id] } },
    ])
    await admin.call(saveAuthRole, { userId: person.userId, roleIds: [roleId] })
    expect((await lines('user.saveRoles', person.userId)).at(-1)).toMatchObject({ after: { roles: ['ROLE_AUDITED'] } })

    const { oneTimePassword } = await admin.call(resetPassword, { id: person.userId })
    await admin.call(resetTotp, { id: person.userId })
    const expireTime = new Date(Date.now() + 86_400_000).toISOString()
    const key = await admin.call(issueApiKey, { userId: person.userId, name: 'k', scopes: ['user:list'], expireTime })
    await admin.call(revokeApiKey, { id: key.id })
    expect(await lines('user.resetPassword', person.userId)).toHaveLength(1)
    expect(await lines('user.resetTotp', person.userId)).toEqual([{ before: { totp: false }, after: { totp: false } }])
    expect(await lines('apiKey.issue', key.id)).toMatchObject([{ after: { scopes: ['user:list'] } }])
    expect(await lines('apiKey.revoke', key.id)).toMatchObject([{ after: { state: 'REVOKED' } }])

    const { id: deviceId } = await makeDevice(admin, { deptId: here })
    const { password } = await admin.call(rotatePassword, { deviceId })
    await admin.call(clearPassword, { deviceId })
    expect(await lines('device.rotatePassword', deviceId)).toMatchObject([{ after: { isSet: true } }])
    expect(await lines('device.clearPassword', deviceId)).toEqual([
      { before: { isSet: true }, after: { isSet: false } },
    ])
    await admin.call(networkAttach, { deviceId, edgeId: null })
    expect(await lines('network.attach', deviceId)).toEqual([{ before: { edgeId: null }, after: { edgeId: null } }])
    await admin.remove(deviceResource, deviceId)
    expect(await lines('device.del', deviceId)).toMatchObject([
      { before: [{ id: deviceId, deptId: here }], after: null },
    ])
    await admin.remove(userResource, person.userId)
    expect(await lines('user.del', person.userId)).toHaveLength(1)

    const all = await db.query('select json_agg(o)::text as text from oper_log o /* unscoped:test */')
    for (const secret of [PASSWORD, oneTimePassword, key.key, password!]) {
      expect(String(all.rows[0]!['text']).includes(`"${secret}"`)).toBe(false)
    }
  })

  it('files an entry under the department of the row, whoever changed it, and shows none of another department’s rows', async () => {
    const { admin, db } = test
    const [one, two] = [await makeDept(admin, 'rows of one'), await makeDept(admin, 'rows of two')]
    const moved = await makeDevice(admin, { deptId: one })
    const other = await makeDevice(admin, { deptId: two })
    const person = await makePerson(admin, db, { deptId: two })
    await admin.update(departmentResource, two, { phone: '13800000000' })
    await admin.update(deviceResource, other.id, { remark: 'seen to' })
    await admin.call(rotatePassword, { deviceId: other.id })
    await admin.call(networkAttach, { deviceId: other.id, edgeId: null })
    await admin.remove(userResource, person.userId)
    // A move is logged for the department that loses the row.
    await admin.update(deviceResource, moved.id, { deptId: two })
    await admin.update(deviceResource, moved.id, { deptId: one })
    await admin.remove(deviceResource, moved.id, other.id)
    const both = { ids: [moved.id, other.id] }
    expect((await admin.answer('POST', resourcePath(deviceResource, 'restore'), both)).code).toBe(0)
    const { rows } = await db.query<{ line: string; text: string }>(
      `select action || ' ' || target_ids[1] || ' ' || dept_id as line, concat(before, after) as text from oper_log
       where dept_id = any($1::bigint[]) and not action like 'role.%' order by id /* unscoped:test */`,
      [[one, two]],
    )
    expect(rows.map(({ line }) => line)).toEqual([
      `dept.insert ${one} ${one}`,
      `dept.insert ${two} ${two}`,
      `device.insert ${moved.id} ${one}`,
      `device.insert ${other.id} ${two}`,
      `user.insert ${person.userId} ${two}`,
      `user.saveRoles ${person.userId} ${two}`,
      `dept.update ${two} ${two}`,
      `device.update ${other.id} ${two}`,
      `device.rotatePassword ${other.id} ${two}`,
      `network.attach ${other.id} ${two}`,
      `user.del ${person.userId} ${two}`,
      `device.update ${moved.id} ${one}`,
      `device.update ${moved.id} ${two}`,
      `device.del ${moved.id} ${one}`,
      `device.del ${other.id} ${two}`,
      `device.restore ${moved.id} ${one}`,
      `device.restore ${other.id} ${two}`,
    ])
    const gone = rows.filter(({ line }) => line.startsWith('device.del'))
    expect(gone.map(({ text }) => [moved, other].map(({ id }) => text.includes(`"id": "${id}"`)))).toEqual([
      [true, false],
      [false, true],
    ])
  })

  it('is one chain that the running server seals by itself', async () => {
    await expect.poll(async () => (await verifyAudit(test.db)).unsealed, { timeout: 10_000 }).toBe(0)
    const { lines, broken } = await verifyAudit(test.db)
    expect(broken).toBeNull()
    expect(lines).toBeGreaterThan(10)
    expect(await sealAudit(test.db)).toBe(0)
  })
})

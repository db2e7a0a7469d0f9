import {
  commandsOfKey,
  deviceResource,
  issueOperatorKey,
  OPERATOR_KEY_HEADER,
  operatorKeyResource,
  revokeOperatorKey,
  sendFromPage,
} from '@sluice/contract'
import { type ApiClient, bits, CommandBench, type CommandSite, makeDept, makePerson, until } from '@sluice/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'

const bench = new CommandBench()
let site: CommandSite
let numbers: string[]
let home: string
beforeAll(async () => {
  await bench.open()
  site = await bench.siteOf(3, bits(2))
  home = await makeDept(bench.admin, 'home')
  const all = await bench.admin.page(deviceResource, { limit: 100 })
  numbers = site.valves.map((id) => String(all.list.find((row) => row.id === id)!['deviceNo']))
})
afterAll(() => bench.close())

let keys = 0
interface Told {
  status: number
  code: number
  message: string
  data: unknown
}

/** A call without a session, with what is given in the header of the key. */
async function sendBare(
  deviceNo: string,
  code: string,
  key?: string,
  headers: Record<string, string> = {},
): Promise<Told> {
  const response = await fetch(bench.platform.url + sendFromPage.path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key === undefined ? {} : { [OPERATOR_KEY_HEADER]: key }),
      ...headers,
    },
    body: JSON.stringify({ deviceNo, code, params: {}, idempotencyKey: `bare-${++keys}` }),
  })
  expect(response.headers.get('cache-control')).toBe('no-store')
  return { status: response.status, ...((await response.json()) as Omit<Told, 'status'>) }
}

const sendAs = (who: ApiClient, deviceNo: string, code: string, more: Record<string, unknown> = {}) =>
  who.answer('POST', sendFromPage.path, { deviceNo, code, params: {}, idempotencyKey: `as-${++keys}`, ...more })

const keyFor = (n: number, code = 'OPEN', minutes = 5) =>
  bench.admin.call(issueOperatorKey, { name: 'field work', deviceIds: [site.valves[n]!], codes: [code], minutes })

const sent = () => site.frames().length
/** Another ten minutes: the tries of this test are not those of the one before. */
const laterOn = async () => {
  bench.clock.advance(11 * 60_000)
  await site.tell()
}

async function logged(result: string): Promise<Record<string, unknown>[]> {
  const { rows } = await bench.platform.db.query<Record<string, unknown>>(
    `select user_id, username, ip, target_ids, after from oper_log
     where action = 'command.pageResult' and after->>'result' = $1 order by id desc /* unscoped:test */`,
    [result],
  )
  return rows
}

it('SEC-2 (1 of 9) a POST without anything is refused with code 4, and nothing reaches the device', async () => {
  const before = sent()
  expect(await sendBare(numbers[0]!, 'OPEN')).toMatchObject({ status: 401, code: 4 })
  expect(await sendBare('NO-SUCH-DEVICE', 'OPEN')).toMatchObject({ status: 401, code: 4 })
  expect(sent()).toBe(before)
})

it('SEC-2 (2 of 9) a session without the permission gets 403, one outside its data scope is told that nothing is there', async () => {
  const before = sent()
  const viewer = await makePerson(bench.admin, bench.platform.db, { deptId: home, keys: ['command:send'] })
  expect(await sendAs(viewer, numbers[0]!, 'OPEN')).toMatchObject({ status: 403, code: 403 })
  const elsewhere = await makeDept(bench.admin, 'elsewhere')
  const stranger = await makePerson(bench.admin, bench.platform.db, { deptId: elsewhere, keys: ['netty:cmd:send'] })
  expect(await sendAs(stranger, numbers[0]!, 'OPEN')).toMatchObject({ status: 404 })
  expect(await sendAs(stranger, 'NO-SUCH-DEVICE', 'OPEN')).toMatchObject({ status: 404 })
  expect(sent()).toBe(before)
})

it('SEC-2 (3 of 9) one key sends one command, is used up by it, and the log names the key, the address and the result', async () => {
  const { key, id } = await keyFor(0)
  const before = sent()
  const call = sendBare(numbers[0]!, 'OPEN', key)
  await site.frame(before + 1)
  await site.tell(bits(1, 2))
  const answer = await call
  expect(answer).toMatchObject({ code: 0, data: { status: expect.stringMatching(/ACKNOWLEDGED|EXECUTED/) } })
  const { commandId } = answer.data as { commandId: string }
  expect(await bench.latestAs(site.valves[0]!, 'EXECUTED')).toMatchObject({
    id: commandId,
    source: 'NETTY',
    sourceId: id,
    operatorId: null,
    operatorName: 'field work',
  })
  const again = await sendBare(numbers[0]!, 'OPEN', key)
  expect(again).toMatchObject({ status: 403, data: { error: 'operator-key-refused' } })
  expect(sent()).toBe(before + 1)
  const [line] = await logged((answer.data as { status: string }).status)
  const prefix = key.slice(0, 4)
  expect(line).toMatchObject({
    user_id: null,
    ip: '127.0.0.1',
    target_ids: [site.valves[0]],
    after: { deviceNo: numbers[0], code: 'OPEN', commandId, operatorKey: prefix },
  })
  expect((await logged('operator-key-refused'))[0]).toMatchObject({ after: { operatorKey: prefix } })
  const { list } = await bench.admin.page(operatorKeyResource, {})
  expect(list.find((row) => row.id === id)).toMatchObject({ state: 'USED', usedIp: '127.0.0.1', commandId })
})

it('SEC-2 (4 of 9) wrong, used, expired, revoked, for another device or command: one and the same answer, and nothing leaves', async () => {
  await laterOn()
  const before = sent()
  const answers: Told[] = []
  const [fresh, expired, revoked] = [await keyFor(0, 'CLOSE'), await keyFor(0, 'OPEN', 1), await keyFor(0)]
  answers.push(await sendBare(numbers[1]!, 'CLOSE', fresh.key))
  answers.push(await sendBare('NO-SUCH-DEVICE', 'CLOSE', fresh.key))
  answers.push(await sendBare(numbers[0]!, 'OPEN', fresh.key))
  bench.clock.advance(60_000)
  answers.push(await sendBare(numbers[0]!, 'OPEN', expired.key))
  await bench.admin.call(revokeOperatorKey, { id: revoked.id })
  answers.push(await sendBare(numbers[0]!, 'OPEN', revoked.key))
  await laterOn()
  const wrong = `${fresh.key.slice(0, -1)}${fresh.key.endsWith('A') ? 'B' : 'A'}`
  answers.push(await sendBare(numbers[0]!, 'CLOSE', wrong), await sendBare(numbers[0]!, 'CLOSE', 'no key at all'))
  const traceless = answers.map(({ status, code, message, data }) => JSON.stringify({ status, code, message, data }))
  expect(new Set(traceless).size).toBe(1)
  expect(answers[0]).toMatchObject({ status: 403, data: { error: 'operator-key-refused' } })
  expect(sent()).toBe(before)
})

it('SEC-2 (5 of 9) after five wrong tries of ten minutes even a good key is refused, and told to wait', async () => {
  await laterOn()
  const before = sent()
  const { key } = await keyFor(0)
  for (let n = 0; n < 5; n++) {
    expect(await sendBare(numbers[0]!, 'OPEN', `0000${n}-00000-00000-00000-00000-00000`)).toMatchObject({ status: 403 })
  }
  expect(await sendBare(numbers[0]!, 'OPEN', key)).toMatchObject({ status: 429, data: { error: 'too-many-tries' } })
  expect(sent()).toBe(before)
})

it('SEC-2 (6 of 9) of two calls with one key at the same time one command leaves', async () => {
  await laterOn()
  const before = sent()
  const { key } = await keyFor(2)
  const calls = [sendBare(numbers[2]!, 'OPEN', key), sendBare(numbers[2]!, 'OPEN', key)]
  await site.frame(before + 1)
  await site.tell(bits(1, 2, 3))
  const answers = await Promise.all(calls)
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
  expect(sent()).toBe(before + 1)
})

it('SEC-2 (7 of 9) a key lives ten minutes at most, is stored as a hash, opens nothing dangerous, and dies with the rights of its maker', async () => {
  await laterOn()
  await expect(keyFor(0, 'OPEN', 11)).rejects.toThrow(/400/)
  await expect(keyFor(0, 'RAW')).rejects.toThrow(/400/)
  const maker = await makePerson(bench.admin, bench.platform.db, {
    deptId: home,
    dataScope: 'ALL',
    keys: ['netty:cmd:send', 'operatorKey:issue', 'operatorKey:list'],
  })
  const wanted = { name: 'of a maker', deviceIds: [site.valves[0]!], codes: ['OPEN'], minutes: 5 }
  const { key } = await maker.call(issueOperatorKey, wanted)
  const { rows } = await bench.platform.db.query<{ row: string }>(
    `select k::text as row from operator_key k union all select o::text from oper_log o
     union all select l::text from system_log l /* unscoped:test */`,
  )
  const secret = key.replaceAll('-', '').slice(4)
  for (const { row } of rows) expect(row).not.toContain(secret)
  await bench.platform.db.query('delete from user_role where user_id = $1 /* unscoped:test */', [maker.userId])
  const before = sent()
  expect(await sendBare(numbers[0]!, 'OPEN', key)).toMatchObject({ status: 403 })
  expect(sent()).toBe(before)
})

it('nobody who may not send gives a key that sends', async () => {
  const clerk = await makePerson(bench.admin, bench.platform.db, {
    deptId: home,
    dataScope: 'ALL',
    keys: ['operatorKey:issue', 'operatorKey:list'],
  })
  const wanted = { name: 'of a clerk', deviceIds: [site.valves[0]!], codes: ['OPEN'], minutes: 5 }
  expect((await clerk.answer('POST', issueOperatorKey.path, wanted)).status).toBe(403)
  expect((await bench.admin.page(operatorKeyResource, { keyword: 'of a clerk' })).total).toBe(0)
})

it('what a key names is told to who has it, with the parameters of the products, and spends nothing', async () => {
  await laterOn()
  const before = sent()
  const { key, id } = await keyFor(0)
  const ask = async (typed: string) => {
    const response = await fetch(bench.platform.url + commandsOfKey.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [OPERATOR_KEY_HEADER]: typed },
      body: '{}',
    })
    return (await response.json()) as { code: number; data: { commands?: { code: string; params: object }[] } }
  }
  const { commands } = await bench.admin.get(deviceResource, site.valves[0]!)
  const open = (commands as { code: string }[]).filter(({ code }) => code === 'OPEN')
  expect((await ask(key)).data.commands).toEqual(open)
  // Nothing of the devices is in it.
  expect(Object.keys((await ask(key)).data)).toEqual(['commands'])
  expect((await bench.admin.page(operatorKeyResource, {})).list.find((row) => row.id === id)?.usedTime).toBeNull()
  const refused = await ask('ZZZZ0-11111-22222-33333-44444-55555')
  expect(refused).toMatchObject({ code: 403, data: { error: 'operator-key-refused' } })
  await bench.admin.call(revokeOperatorKey, { id })
  expect(await ask(key)).toMatchObject({ data: { error: 'operator-key-refused' } })
  // Asking is a try like using: four more and even a good key waits.
  for (let n = 0; n < 3; n++) await ask(`0000${n}-00000-00000-00000-00000-00000`)
  const good = await keyFor(0)
  expect(await ask(good.key)).toMatchObject({ data: { error: 'too-many-tries' } })
  expect(sent()).toBe(before)
})

it('SEC-2 (8 of 9) typed bytes need a session and a reason, leave as they are, once, and are in the ledger', async () => {
  await laterOn()
  const { key } = await keyFor(0)
  const before = site.station.answers.length
  expect(await sendBare(numbers[0]!, 'RAW', key)).toMatchObject({
    status: 403,
    data: { error: 'operator-key-refused' },
  })
  // A query of the present values (37H), as a center writes it.
  const { sl651, sl651Request } = await import('@sluice/codecs')
  const frame = sl651.encode(
    sl651Request(site.station.link, '2026-06-12 06:30:00', '37', { kind: 'empty', station: null } as never),
  )
  if (!frame.ok) throw new Error('no frame')
  const hex = Buffer.from(frame.value).toString('hex')
  const params = { hex: hex.replaceAll(/(..)/g, '$1 ') }
  expect(await sendAs(bench.admin, numbers[0]!, 'RAW', { params })).toMatchObject({ data: { error: 'needs-reason' } })
  expect(await sendAs(bench.admin, numbers[0]!, 'RAW', { params: { hex: '7E7' }, reason: 'try' })).toMatchObject({
    code: 400,
  })
  const call = sendAs(bench.admin, numbers[0]!, 'RAW', { params, reason: 'commissioning' })
  await until('the frame', () => site.station.answers.slice(before).find(({ func }) => func === '37'))
  bench.clock.advance(8_000)
  const answer = await call
  expect(answer).toMatchObject({ code: 10500, data: { status: 'SENT' } })
  expect(await bench.latest(site.valves[0]!)).toMatchObject({
    code: 'RAW',
    source: 'NETTY',
    params: { hex: hex.toUpperCase() },
    maxAttempts: 1,
  })
  expect((await logged('SENT'))[0]).toMatchObject({ username: 'admin', after: { code: 'RAW' } })
  expect((await logged('needs-reason'))[0]).toMatchObject({ target_ids: [site.valves[0]] })
})

it('the command of a key is flushed with its commit, so that the key stays used; that of a person is flushed soon', async () => {
  await laterOn()
  const { db } = bench.platform
  // The database of the tests flushes nothing at once: what counts is whether the transaction says so itself.
  await db.query('create table flushed (code text, later boolean)')
  await db.query(`create function note_flush() returns trigger language plpgsql as $$
    begin insert into flushed select new.code, source = 'session' from pg_settings where name = 'synchronous_commit';
    return new; end $$`)
  await db.query(`create trigger note_flush after insert on command for each row execute function note_flush()`)
  const before = sent()
  const { key } = await keyFor(0, 'CLOSE')
  const ofKey = sendBare(numbers[0]!, 'CLOSE', key)
  await site.frame(before + 1)
  await site.tell(bits(2, 3))
  await ofKey
  const ofPerson = sendAs(bench.admin, numbers[0]!, 'OPEN')
  await site.frame(before + 2)
  await site.tell(bits(1, 2, 3))
  await ofPerson
  const { rows } = await db.query('select code, later from flushed order by code')
  expect(rows).toEqual([
    { code: 'CLOSE', later: false },
    { code: 'OPEN', later: true },
  ])
  await db.query(`drop trigger note_flush on command`)
  await db.query(`drop function note_flush; drop table flushed`)
})

it('API-27 the same key of a person sends once, with code 0 and 10500 alike', async () => {
  await laterOn()
  const before = sent()
  const command = { deviceNo: numbers[1]!, code: 'CLOSE', params: {}, idempotencyKey: 'the same' }
  const call = bench.admin.answer('POST', sendFromPage.path, command)
  await site.frame(before + 1)
  bench.clock.advance(8_000)
  const slow = await call
  expect(slow).toMatchObject({ code: 10500, data: { status: 'SENT', commandId: expect.any(String) } })
  await site.tell(bits(1, 3))
  await bench.latestAs(site.valves[1]!, 'EXECUTED')
  const again = await bench.admin.answer('POST', sendFromPage.path, command)
  expect(again).toMatchObject({ code: 0, data: { commandId: (slow.data as { commandId: string }).commandId } })
  expect(sent()).toBe(before + 1)
})

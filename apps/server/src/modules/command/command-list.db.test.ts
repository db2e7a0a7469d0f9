import { type Command, commandPage, commandResource, resourcePath } from '@sluice/contract'
import { type ApiClient, CommandBench, makeDept, makeDevice, makePerson } from '@sluice/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportOf, fileOf } from '../../../../../testing/src/platform/sheets.ts'
import { parseCsv } from '../../platform/sheet/csv.ts'

const bench = new CommandBench()
let deviceId: string
let west: string
const MINUTE = 60_000

type Written = Pick<Command, 'code' | 'target'> & { status: string; source: string; resultCode: string | null }

/** As the ledger holds what was done; `minutes` ago. */
async function wrote(device: string, minutes: number, more: Partial<Written> = {}): Promise<string> {
  const made = bench.now() - minutes * MINUTE
  const usual = { code: 'OPEN', status: 'EXECUTED', target: { opening: 100 }, source: 'MANUAL', resultCode: null }
  const row: Written = { ...usual, ...more }
  const { rows } = await bench.platform.db.query<{ id: string }>(
    `insert into command (device_id, station_id, code, params, source, operator_name, priority, status, absolute,
       repeats_others, target, stroke_s, ack_timeout_s, exec_timeout_s, max_attempts, attempts, create_time, expire_time,
       done_time, after, result_code)
     values ($1, $1, $2, '{"opening": 40}', $3, '王工', 5, $4, true, false, $5, 40, 8, 60, 3, 1,
       to_timestamp($6::float8 / 1000), to_timestamp($6::float8 / 1000 + 600), to_timestamp($6::float8 / 1000 + 12.5),
       '{"opening": 40, "valveState": "OPEN"}', $7) returning id /* unscoped:test */`,
    [device, row.code, row.source, row.status, row.target && JSON.stringify(row.target), made, row.resultCode],
  )
  return rows[0]!.id
}

beforeAll(async () => {
  await bench.open()
  west = await makeDept(bench.admin, '西灌区', { timeZone: 'Asia/Urumqi' })
  deviceId = (await makeDevice(bench.admin, { deptId: west, name: '西干渠-9#阀' })).id
  await wrote(deviceId, 90)
  await wrote(deviceId, 60, { code: 'SET_OPENING', target: { opening: 40 } })
  await wrote(deviceId, 30, { code: 'READ', target: null, status: 'TIMEOUT', resultCode: 'NO_ACK' })
  const other = await makeDevice(bench.admin, { deptId: await makeDept(bench.admin, '东灌区') })
  await wrote(other.id, 10)
})
afterAll(() => bench.close())

const codesOf = (list: readonly Pick<Command, 'code'>[]) => list.map(({ code }) => code)

describe('the ledger as a list (domain 4.5)', () => {
  it('is sorted by the time a command was made, either way, and by nothing the store has no order of', async () => {
    const page = async (order?: 'asc' | 'desc') =>
      codesOf((await bench.admin.call(commandPage, { deviceId, ...(order ? { sort: 'createTime', order } : {}) })).list)
    expect(await page()).toEqual(['READ', 'SET_OPENING', 'OPEN'])
    expect(await page('desc')).toEqual(['READ', 'SET_OPENING', 'OPEN'])
    expect(await page('asc')).toEqual(['OPEN', 'SET_OPENING', 'READ'])
    const answer = await bench.admin.answer('GET', commandPage.path, { deviceId, sort: 'status', order: 'asc' })
    expect(answer).toMatchObject({ code: 400, data: { error: 'validation', fields: { sort: expect.anything() } } })
  })

  it('is searched by the whole code, the state, the source and the time', async () => {
    const found = async (query: Record<string, unknown>) =>
      codesOf((await bench.admin.call(commandPage, { deviceId, ...query })).list)
    expect(await found({ code: 'OPEN' })).toEqual(['OPEN'])
    expect(await found({ status: 'TIMEOUT' })).toEqual(['READ'])
    expect(await found({ status: 'TIMEOUT,CANCELLED', code: 'OPEN,READ' })).toEqual(['READ'])
    expect(await found({ source: 'STRATEGY' })).toEqual([])
    const at = (minutes: number) => new Date(bench.now() - minutes * MINUTE).toISOString()
    expect(await found({ startTime: at(70), endTime: at(50) })).toEqual(['SET_OPENING'])
    expect(await found({ startTime: at(60) })).toEqual(['READ', 'SET_OPENING'])
  })

  it('SEC-12 (part), SEC-15 (part), TM-5 (part) is exported as it stands: search, order, scope, words, and who took it', async () => {
    const columns = ['cmdNo', 'deviceId', 'code', 'targetOpening', 'operatorName', 'status', 'createTime']
    const more = ['elapsedS', 'reachedOpening', 'resultCode', 'params']
    const words = {
      labels: { code: '指令', targetOpening: '目标' },
      values: { 'command.OPEN': '全开', 'ledgerStatus.EXECUTED': '已确认', 'resultCode.NO_ACK': '未应答' },
    }
    const sheetOf = async (who: ApiClient, query: Record<string, unknown>) => {
      const id = await exportOf(who, commandResource, { columns: [...columns, ...more], words, ...query })
      return parseCsv(await fileOf(who, id), 100)
    }
    const reader = await makePerson(bench.admin, bench.platform.db, { deptId: west })
    const [heading, ...rows] = await sheetOf(reader, { sort: 'createTime', order: 'asc' })
    expect(heading!.slice(2, 4)).toEqual(['指令', '目标 (%)'])
    expect(heading!.slice(7)).toEqual(['elapsedS (s)', 'reachedOpening (%)', 'resultCode', 'params'])
    // Asia/Urumqi is UTC+6 all year.
    const wall = (minutes: number) =>
      new Date(bench.now() - minutes * MINUTE + 6 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
    const [name, who] = ['西干渠-9#阀', '王工']
    const params = '{"opening":40}'
    expect(rows.map((row) => row.slice(1))).toEqual([
      [name, '全开', '100', who, '已确认', wall(90), '12.5', '40', '', params],
      [name, 'SET_OPENING', '40', who, '已确认', wall(60), '12.5', '40', '', params],
      [name, 'READ', '', who, 'TIMEOUT', wall(30), '12.5', '40', '未应答', params],
    ])
    expect(await sheetOf(reader, { code: 'OPEN' })).toHaveLength(2)
    const { list } = await reader.call(commandPage, { code: 'READ' })
    expect((await sheetOf(reader, { ids: [list[0]!.id] })).map(([no]) => no)).toEqual(['cmdNo', list[0]!.cmdNo])
    const { rows: lines } = await bench.platform.db.query<{ after: { rows: number } }>(
      `select after from oper_log where action = 'command.export' and username = $1 order by id /* unscoped:test */`,
      [reader.username],
    )
    expect(lines.map(({ after }) => after.rows)).toEqual([3, 1, 1])
    const looking = await makePerson(bench.admin, bench.platform.db, { deptId: west, keys: ['command:list'] })
    const answer = await looking.answer('POST', resourcePath(commandResource, 'export'), { format: 'csv', columns })
    expect(answer.code).toBe(403)
  })
})

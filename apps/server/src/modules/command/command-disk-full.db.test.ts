import { type Command, commandPage, sendCommand } from '@sluice/contract'
import { connectMqtt, makeMqttDevice, type MqttDevice, pause, until } from '@sluice/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { sharedPlatform } from '../../../../../testing/src/platform/shared-platform.ts'

const { test, clock } = sharedPlatform()
let keys = 0

async function valveOf() {
  const made = await makeMqttDevice(test.admin)
  const device = await connectMqtt(made)
  await device.subscribe('v1/devices/me/rpc/request/+')
  const report = async (values: Record<string, unknown>) => {
    clock.advance(1_000)
    await device.publish('v1/devices/me/telemetry', values)
  }
  await report({ opening: 0, valveState: 'CLOSED' })
  return { id: made.id, device, report }
}

const open = (deviceId: string) =>
  test.admin.answer('POST', sendCommand.path, {
    deviceId,
    code: 'OPEN',
    params: {},
    idempotencyKey: `disk-${++keys}`,
  })

const requests = (device: MqttDevice) => device.received.filter(({ topic }) => topic.includes('/rpc/request/'))

function latestAs(deviceId: string, status: Command['status']): Promise<Command> {
  return until(status, async () => {
    const { list } = await test.admin.call(commandPage, { deviceId, limit: 1 })
    return list[0]?.status === status ? list[0] : undefined
  })
}

/** PostgreSQL's error when its disk has no room for another block. Counts its calls. */
async function fill(table: 'command' | 'command_attempt', when: 'insert' | 'update'): Promise<void> {
  await test.db.query(
    `create sequence tries;
     create function no_room() returns trigger language plpgsql as
       $$ begin perform nextval('tries'); raise exception 'could not extend file' using errcode = '53100'; end $$;
     create trigger no_room before ${when} on ${table} for each row execute function no_room() /* unscoped:test */`,
  )
}

async function tries(): Promise<number> {
  const { rows } = await test.db.query<{ n: string }>('select last_value as n from tries')
  return Number(rows[0]?.n)
}

const free = () => test.db.query('drop function if exists no_room cascade; drop sequence if exists tries')

afterEach(() => free())

describe('while the disk is full', () => {
  it('what a device says of its command waits for room, and counts then', async () => {
    const { id, device, report } = await valveOf()
    const call = open(id)
    const request = await until('the request', () => requests(device)[0])
    await latestAs(id, 'SENT')
    await fill('command', 'update')
    await device.publish(`v1/devices/me/rpc/response/${request.topic.split('/').at(-1)}`, {})
    await report({ opening: 100, valveState: 'OPEN' })
    await until('an attempt to write it', async () => (await tries()) > 0)
    await free()
    expect((await latestAs(id, 'EXECUTED')).ackTime).not.toBeNull()
    expect(await call).toMatchObject({ code: 0 })
    await device.end()
  })

  it('a turn is tried again now and then, not without a pause, and leaves once when there is room', async () => {
    const { id, device } = await valveOf()
    await fill('command_attempt', 'insert')
    const call = open(id)
    await pause(2_000)
    const tried = await tries()
    await free()
    await until('the request', () => requests(device)[0])
    expect(tried).toBeGreaterThan(0)
    expect(tried).toBeLessThan(10)
    expect(requests(device)).toHaveLength(1)
    clock.advance(8_000)
    await call
    await device.end()
  })
})

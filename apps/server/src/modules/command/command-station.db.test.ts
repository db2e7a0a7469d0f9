import { type Command, commandPage, sendCommand } from '@sluice/contract'
import { createStation, type Station } from '@sluice/simulator'
import { makeDevice, startTestPlatform, type TestPlatform, until } from '@sluice/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'

const begun = Date.now()
/** The platform's clock goes at a tenth: a busy machine is no station that does not answer. */
const clock = {
  now: () => new Date(begun + (Date.now() - begun) / 10),
  elapsed: () => performance.now() / 10,
}
let test: TestPlatform
let station: Station
const valves: string[] = []

beforeAll(async () => {
  test = await startTestPlatform({ clock })
  const master = await makeDevice(test.admin, { productNo: 'SL651-VALVE-STATION' })
  for (const channel of [1, 2, 3]) {
    valves.push((await makeDevice(test.admin, { productNo: 'SL651-VALVE-CHANNEL', masterId: master.id, channel })).id)
  }
  const address = master.stationAddress
  station = createStation({
    host: '127.0.0.1',
    port: test.sl651Port,
    address,
    kind: 'VALVE_STATION',
    channels: 3,
    strokeMs: 2_500,
    answerLimitMs: 300,
  })
  await station.connect()
  await station.report('4D')
})
afterAll(async () => {
  await station?.close()
  await test?.stop()
})

function send(deviceId: string, open: boolean) {
  const input = { deviceId, code: open ? 'OPEN' : 'CLOSE', params: {}, idempotencyKey: `${deviceId} ${open}` }
  return test.admin.answer('POST', sendCommand.path, input)
}

function done(deviceId: string): Promise<Command> {
  return until('the proof', async () => {
    const { list } = await test.admin.call(commandPage, { deviceId, limit: 1 })
    return list[0]?.status === 'EXECUTED' ? list[0] : undefined
  })
}

it('a station that moves for a while: two of its valves turn over, one after the other, and the third stays', async () => {
  const before = [...station.states!]
  const calls = [send(valves[0]!, !before[0]), send(valves[1]!, !before[1])]
  const [first, second] = [await done(valves[0]!), await done(valves[1]!)]
  for (const call of calls) expect((await call).code).toBe(0)
  for (const { ackTime, doneTime } of [first, second]) expect(ackTime! < doneTime!).toBe(true)
  expect([first.attempts, second.attempts]).toEqual([1, 1])
  expect(station.states).toEqual([!before[0], !before[1], before[2]])
})

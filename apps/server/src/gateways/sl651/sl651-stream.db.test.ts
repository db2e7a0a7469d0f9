import { sl651Packets } from '@sluice/codecs'
import { frameOf, makeDevice, pause, reportOf, type TestStation, until } from '@sluice/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { sharedPlatform } from '../../../../../testing/src/platform/shared-platform.ts'

const { test, now } = sharedPlatform()
const open: TestStation[] = []

afterEach(async () => {
  for (const station of open.splice(0)) await station.end()
})

async function online(productNo = 'SL651-VALVE') {
  const { id, stationAddress } = await makeDevice(test.admin, { productNo })
  const station = await test.station({ station: stationAddress })
  open.push(station)
  return { id, station }
}

const report = (station: TestStation, serial: number) =>
  frameOf(reportOf(station.link, serial, { 39: serial / 100, 38: 12 }, { at: now() + serial * 1000 }))

async function results(id: string): Promise<string[]> {
  const { rows } = await test.db.query<{ result: string }>(
    'select result from device_message where device_id = $1 order by id /* unscoped:test */',
    [id],
  )
  return rows.map(({ result }) => result)
}

async function faultsOf(channel: TestStation): Promise<Record<string, unknown>[]> {
  const { localPort } = channel.socket
  const { rows } = await test.db.query(
    `select fault, fault_at, note, device_id, direction, encode(raw, 'hex') as hex from byte_log
     where remote like '%:' || $1::text order by id /* unscoped:test */`,
    [localPort],
  )
  return rows
}

describe('frames on the line', () => {
  it('are cut wherever the network cuts them', async () => {
    const { id, station } = await online()
    for (const byte of report(station, 1)) {
      station.write(Uint8Array.of(byte))
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(await station.answer()).toMatchObject({ serial: 1 })
    const frame = report(station, 2)
    for (let cut = 1; cut < frame.length; cut += 7) {
      const next = report(station, 2 + cut)
      station.write(next.subarray(0, cut))
      await new Promise((resolve) => setImmediate(resolve))
      station.write(next.subarray(cut))
      expect(await station.answer(({ serial }) => serial === 2 + cut)).toBeDefined()
    }
    expect(await results(id)).toHaveLength(station.answers.length)
  })

  it('that come glued together are each stored and answered once', async () => {
    const { id, station } = await online()
    const serials = Array.from({ length: 50 }, (_, n) => n + 1)
    station.write(Buffer.concat(serials.map((serial) => report(station, serial))))
    await until('all answers', () => station.answers.length === 50)
    expect(station.answers.map(({ serial }) => serial).sort((a, b) => (a ?? 0) - (b ?? 0))).toEqual(serials)
    expect(await results(id)).toEqual(serials.map(() => 'OK'))
  })

  it('are found behind rubbish, which is logged with what was wrong and where', async () => {
    const { id, station } = await online()
    const rubbish = Buffer.from('GET / HTTP/1.1\r\n\r\n')
    station.write(Buffer.concat([rubbish, report(station, 1)]))
    expect(await station.answer()).toMatchObject({ serial: 1 })
    const [fault] = await until('the log', async () => {
      const found = await faultsOf(station)
      return found.length > 0 && found
    })
    expect(fault).toMatchObject({ fault: 'invalid', fault_at: 0, direction: 'UP', hex: rubbish.toString('hex') })
    expect(await results(id)).toEqual(['OK'])
  })

  it('are found behind half a frame that was never finished', async () => {
    const { id, station } = await online()
    const [half, whole] = [report(station, 1).subarray(0, 20), report(station, 2)]
    station.write(Buffer.concat([half, whole, report(station, 3)]))
    await until('an answer', () => station.answers.some(({ serial }) => serial === 3))
    expect(new Set(station.answers.map(({ serial }) => serial))).toEqual(new Set([2, 3]))
    expect(await results(id)).toEqual(['OK', 'OK'])
    const [fault] = await until('the log', async () => {
      const found = await faultsOf(station)
      return found.length > 0 && found
    })
    expect(fault).toMatchObject({ fault: 'checksum', hex: Buffer.from(half).toString('hex') })
  })

  it('with a wrong checksum are not acknowledged and logged with the offset of the checksum', async () => {
    const { id, station } = await online()
    const broken = report(station, 1)
    broken[20] = (broken[20] ?? 0) ^ 1
    station.write(broken)
    station.write(report(station, 2))
    await station.answer()
    expect(station.answers.map(({ serial }) => serial)).toEqual([2])
    expect(await results(id)).toEqual(['OK'])
    const [fault] = await until('the log', async () => {
      const found = await faultsOf(station)
      return found.length > 0 && found
    })
    expect(fault).toMatchObject({ fault: 'checksum', fault_at: broken.length - 2 })
  })

  it('that were cut short when the station went away are logged', async () => {
    const { station } = await online()
    await station.report(1, { 39: 1 })
    const { localPort } = station.socket
    station.write(report(station, 2).subarray(0, 30))
    await pause(50)
    await station.end()
    const found = await until('the log', async () => {
      const { rows } = await test.db.query(
        `select fault, fault_at, length(raw) as length from byte_log where remote like '%:' || $1::text /* unscoped:test */`,
        [localPort],
      )
      return rows.length > 0 && rows
    })
    expect(found).toEqual([{ fault: 'truncated', fault_at: 30, length: 30 }])
  })

  it('of a centre (a downlink that is echoed back) are refused', async () => {
    const { id, station } = await online()
    const echoed = new Promise<Uint8Array>((resolve) => station.socket.once('data', resolve))
    await station.report(1, { 39: 1 })
    station.write(await echoed)
    await until('the log', async () => (await faultsOf(station)).some(({ fault }) => fault === 'invalid'))
    expect(await results(id)).toEqual(['OK'])
    expect(station.answers).toHaveLength(1)
  })
})

describe('a message in several packets (SL651 6.6.3)', () => {
  const packets = (station: TestStation, serial: number) => {
    const values = Object.fromEntries(
      Array.from({ length: 8 }, (_, n) => [[(0x58 + n).toString(16).toUpperCase(), 100 + n]]).flat(),
    )
    const made = sl651Packets(reportOf(station.link, serial, { ...values, 39: 3, 38: 12 }, { at: now() }), 20)
    if (!made || made.length < 3) throw new Error('it fits into one packet')
    return made
  }

  it('is one report: each frame is kept, one confirm comes at the end', async () => {
    const { id, station } = await online()
    const sent = packets(station, 77)
    station.send(...sent)
    expect(await station.answer()).toMatchObject({ serial: 77, end: 'ESC' })
    expect(station.answers).toHaveLength(1)
    expect(await results(id)).toEqual(sent.map(() => 'OK'))
    const { rows } = await test.db.query('select readings from telemetry where device_id = $1 /* unscoped:test */', [
      id,
    ])
    expect(rows).toMatchObject([
      { readings: { outletPressure: 0.1, 'outletPressure.8': 0.107, level: 3, batteryV: 12 } },
    ])
  })

  it('with a missing packet is asked for it with NAK, and confirmed when it came', async () => {
    const { id, station } = await online()
    const sent = packets(station, 78)
    station.send(...sent.filter((_, n) => n !== 1))
    const nak = await station.answer(({ end }) => end === 'NAK')
    expect(nak).toMatchObject({ packet: { total: sent.length, no: 2 }, serial: 78 })
    expect(await results(id)).toEqual([])
    station.send(sent[1]!)
    expect(await station.answer(({ end }) => end !== 'NAK')).toMatchObject({ serial: 78, end: 'ESC' })
    expect(await results(id)).toEqual(sent.map(() => 'OK'))
  })

  it('that is sent again whole is a duplicate and acknowledged again', async () => {
    const { id, station } = await online()
    const sent = packets(station, 79)
    station.send(...sent)
    await station.answer()
    station.send(...sent)
    await until('the second confirm', () => station.answers.length === 2)
    const found = await results(id)
    expect(found.filter((result) => result === 'OK')).toHaveLength(sent.length)
    expect(found.filter((result) => result === 'DUPLICATE')).toHaveLength(sent.length)
  })
})

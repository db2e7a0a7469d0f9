import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import {
  deviceAttributes,
  firmwareDeviceResource,
  firmwareResource,
  productResource,
  rolloutProgress,
  rolloutResource,
  uploadFile,
} from '@sluice/contract'
import {
  type ApiClient,
  connectFirmwareDevice,
  createTestDatabase,
  fakeClock,
  makeDept,
  makeMqttDevice,
  makePerson,
  makeProduct,
  startTestPlatform,
  type TestPlatform,
  until,
} from '@sluice/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const KEY = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64')
const clock = fakeClock(new Date(new Date().setUTCHours(6, 30, 0, 0)))
const byHand = 'firmware.rollouts'

let test: TestPlatform
let signed: TestPlatform

beforeAll(async () => {
  test = await startTestPlatform({ clock, byHand })
  signed = await startTestPlatform({ env: { SLUICE_FIRMWARE_KEYS: KEY }, byHand })
})
afterAll(async () => {
  await test?.stop()
  await signed?.stop()
})

let made = 0
const file = (length = 3000) => randomBytes(length)
async function sent(who: ApiClient, content: Buffer): Promise<string[]> {
  const { id } = await who.call(uploadFile, {
    name: 'valve.bin',
    accept: 'firmware',
    content: content.toString('base64'),
  })
  return [id]
}

/** A product, and a firmware of it. */
async function firmware(content: Buffer = file(), { admin } = test) {
  const productNo = `FW-${(made += 1)}`
  const productId = await makeProduct(admin, productNo)
  const id = await admin.insert(firmwareResource, {
    productId,
    title: productNo,
    versionName: '2.0',
    file: await sent(admin, content),
  })
  return { id, productId, productNo, content }
}
const move = async (
  resource: typeof firmwareResource | typeof rolloutResource,
  id: string,
  step: string,
  who = test.admin,
) => {
  const { version } = await who.get(resource, id)
  return who.call({ method: 'POST', path: `/device/v1/${resource.path}/${step}` } as never, { id, version } as never)
}
const released = async (content?: Buffer) => {
  const one = await firmware(content)
  await move(firmwareResource, one.id, 'release')
  return one
}
const rollout = (firmwareId: string, more: Record<string, unknown> = {}) =>
  test.admin.insert(rolloutResource, {
    name: 'roll-out',
    deptId: '1',
    firmwareId,
    waves: '100%',
    pauseMinutes: 0,
    maxFailurePct: 10,
    timeoutHours: 24,
    ...more,
  })
const started = async (firmwareId: string, more: Record<string, unknown> = {}) => {
  const id = await rollout(firmwareId, more)
  await move(rolloutResource, id, 'start')
  await work()
  return id
}
const work = () => test.platform.firmware.work()
const stateOf = async (id: string) => (await test.admin.get(rolloutResource, id))['state']
async function progressOf(rolloutId: string, deviceId: string) {
  await test.platform.firmware.saveProgress()
  const { list } = await test.admin.page(firmwareDeviceResource, { rolloutId, deviceId })
  const { state, percent, reason, currentVersion, firmware, wave } = list[0]!
  return { state, percent, reason, currentVersion, firmware, wave }
}
const refusal = (calling: Promise<unknown>) =>
  calling.then(
    () => 'taken',
    (error: { key?: string; fields?: object }) => error.fields ?? error.key,
  )

describe('a firmware', () => {
  it('has the size and the hash of its file, is released, and cannot be deleted then', async () => {
    const { id, content } = await firmware()
    expect(await test.admin.get(firmwareResource, id)).toMatchObject({
      size: 3000,
      sha256: createHash('sha256').update(content).digest('hex'),
      status: 'DRAFT',
      keyId: null,
    })
    await move(firmwareResource, id, 'release')
    expect(await refusal(test.admin.remove(firmwareResource, id))).toBe('conflict')
    await expect(test.db.query("update firmware set sha256 = 'x' where id = $1", [id])).rejects.toThrow('never changed')
  })

  it('is one of its version, of a product whose protocol carries it, and brought by who sees the whole platform', async () => {
    const { productId } = await firmware()
    const again = { productId, title: 'x', versionName: '2.0' }
    expect(
      await refusal(test.admin.insert(firmwareResource, { ...again, file: await sent(test.admin, file()) })),
    ).toMatchObject({
      versionName: 'taken',
    })
    const { list } = await test.admin.page(productResource, { keyword: 'SL651-VALVE-STATION' })
    const other = { productId: list[0]!.id, title: 'x', versionName: '1', file: await sent(test.admin, file()) }
    expect(await refusal(test.admin.insert(firmwareResource, other))).toEqual({ productId: 'carries-no-firmware' })
    const signature = 'A'.repeat(86) + '=='
    expect(await refusal(test.admin.insert(firmwareResource, { ...other, productId, signature }))).toEqual({
      signature: 'wrong-signature',
    })
    const deptId = await makeDept(test.admin, 'theirs')
    const keys = ['firmware:list', 'firmware:add']
    const tenant = await makePerson(test.admin, test.db, { deptId, keys })
    const theirs = { productId, title: 'x', versionName: '3', file: await sent(tenant, file()) }
    expect(await refusal(tenant.insert(firmwareResource, theirs))).toBe('not-permitted')
    expect(await refusal(test.admin.insert(firmwareResource, theirs))).toEqual({ file: 'file-gone' })
  })

  it('is signed under a key of the operator, where there is one', async () => {
    const { admin } = signed
    const productId = await makeProduct(admin, 'SIGNED')
    const content = file()
    const put = async (signature?: string) =>
      admin.insert(firmwareResource, {
        productId,
        title: 'signed',
        versionName: '1.0',
        file: await sent(admin, content),
        ...(signature && { signature }),
      })
    expect(await refusal(put())).toEqual({ signature: 'required' })
    expect(await refusal(put(sign(null, file(), privateKey).toString('base64')))).toEqual({
      signature: 'wrong-signature',
    })
    const id = await put(sign(null, content, privateKey).toString('base64'))
    expect((await admin.get(firmwareResource, id))['keyId']).toMatch(/^[0-9a-f]{8}$/)
  })
})

describe('a device', () => {
  it('is told, takes part after part, and is updated when it says so itself', async () => {
    const { id: firmwareId, productNo, content } = await released(file(5000))
    const one = await makeMqttDevice(test.admin, { productNo })
    const device = await connectFirmwareDevice(one)
    await device.say({ current_fw_title: productNo, current_fw_version: '1.0' })
    const id = await started(firmwareId)
    const told = await device.told()
    expect(told).toMatchObject({
      fw_title: productNo,
      fw_version: '2.0',
      fw_size: 5000,
      fw_checksum_algorithm: 'SHA256',
    })
    expect((await progressOf(id, one.id)).state).toBe('OFFERED')
    const first = await device.part(0, 512)
    expect(first.equals(content.subarray(0, 512))).toBe(true)
    expect(await progressOf(id, one.id)).toMatchObject({ state: 'DOWNLOADING', percent: 10 })
    // The line was cut: it asks for the same again, in parts of another size.
    const whole = await device.download(1024)
    expect(createHash('sha256').update(whole).digest('hex')).toBe(told.fw_checksum)
    expect((await device.part(0, '')).equals(content)).toBe(true)
    await device.say({ fw_state: 'VERIFIED' })
    expect(await progressOf(id, one.id)).toMatchObject({ state: 'VERIFIED', percent: 100, currentVersion: '1.0' })
    await device.say({ fw_state: 'UPDATED' })
    expect((await progressOf(id, one.id)).state).toBe('UPDATING')
    await device.say({ current_fw_title: productNo, current_fw_version: '2.0', fw_state: 'UPDATED' })
    expect(await progressOf(id, one.id)).toMatchObject({
      state: 'UPDATED',
      currentVersion: '2.0',
      firmware: `${productNo} 2.0`,
    })
    await work()
    expect(await stateOf(id)).toBe('DONE')
    await expect(device.part(0, 512)).rejects.toThrow('no firmware is offered')
    await device.end()
  })

  it('gets its own firmware only: none without an offer, none with a wrong token, no part of a wrong size', async () => {
    const { id: firmwareId, productNo } = await released()
    const [one, other] = [await makeMqttDevice(test.admin, { productNo }), await makeMqttDevice(test.admin)]
    await started(firmwareId)
    const [device, stranger] = [await connectFirmwareDevice(one), await connectFirmwareDevice(other)]
    await expect(stranger.part(0, 512)).rejects.toThrow('no firmware is offered')
    await expect(device.part(0, 100)).rejects.toThrow('a part has 128 to 65536 bytes')
    await expect(device.part(0, 65_537)).rejects.toThrow('a part has 128 to 65536 bytes')
    expect(await device.part(99, 512)).toHaveLength(0)
    expect(stranger.device.received.filter(({ topic }) => topic.includes('attributes'))).toEqual([])
    await expect(connectFirmwareDevice({ ...one, token: `${one.token}x` })).rejects.toMatchObject({ code: 5 })
    await Promise.all([device.end(), stranger.end()])
  })

  it('that sleeps is told when it connects, also one that listens as the SDK for Python does', async () => {
    const { id: firmwareId, productNo, content } = await released()
    const one = await makeMqttDevice(test.admin, { productNo })
    const id = await started(firmwareId)
    expect((await progressOf(id, one.id)).state).toBe('OFFERED')
    const device = await connectFirmwareDevice(one, 'v2/fw/response/+')
    expect(await device.told()).toMatchObject({ fw_version: '2.0', fw_size: content.length })
    expect((await device.download(1024)).equals(content)).toBe(true)
    await device.end()
  })

  it('that runs it already is left alone, and one without a word in time is given up without a failure', async () => {
    const { id: firmwareId, productNo } = await released()
    const [has, never] = [
      await makeMqttDevice(test.admin, { productNo }),
      await makeMqttDevice(test.admin, { productNo }),
    ]
    const device = await connectFirmwareDevice(has)
    await device.say({ current_fw_version: '2.0' })
    const id = await started(firmwareId, { maxFailurePct: 0 })
    expect(await progressOf(id, has.id)).toMatchObject({ state: 'SKIPPED', reason: 'ALREADY' })
    clock.advance(25 * 3_600_000)
    await work()
    expect((await progressOf(id, never.id)).state).toBe('TIMED_OUT')
    await work()
    expect(await stateOf(id)).toBe('DONE')
    const { shared } = await test.admin.call(deviceAttributes, { deviceId: never.id })
    expect(shared).toEqual([])
    // Its report is a proof all the same.
    const late = await connectFirmwareDevice(never)
    await late.say({ current_fw_version: '2.0' })
    expect((await progressOf(id, never.id)).state).toBe('UPDATED')
    await Promise.all([device.end(), late.end()])
  })
})

describe('a roll-out', () => {
  it('goes wave after wave, and stops by itself before the next one when too many failed; failed ones are tried again', async () => {
    const { id: firmwareId, productNo } = await released()
    const all = []
    for (let n = 0; n < 4; n++) all.push(await makeMqttDevice(test.admin, { productNo }))
    const id = await started(firmwareId, { waves: '1, 100%' })
    const waves = () => test.admin.call(rolloutProgress, { id })
    expect((await waves()).map(({ devices, underWay, waiting }) => [devices, underWay, waiting])).toEqual([
      [1, 1, 0],
      [3, 0, 3],
    ])
    const { list } = await test.admin.page(firmwareDeviceResource, { rolloutId: id, state: 'OFFERED' })
    const first = all.find((one) => one.id === list[0]!.deviceId)!
    const device = await connectFirmwareDevice(first)
    await device.told()
    await device.say({ fw_state: 'FAILED', fw_error: 'no space' })
    expect(await progressOf(id, first.id)).toMatchObject({ state: 'FAILED', reason: 'no space' })
    await until('the withdrawal', () => device.withdrawn === 1)
    await work()
    expect(await test.admin.get(rolloutResource, id)).toMatchObject({
      state: 'STOPPED',
      reason: 'FAILURES',
      failedCount: 1,
    })
    await work()
    expect((await waves()).map(({ skipped, failed }) => [skipped, failed])).toEqual([
      [0, 1],
      [3, 0],
    ])
    await move(rolloutResource, id, 'retry')
    await work()
    await device.say({ current_fw_version: '2.0' })
    await work()
    await work()
    expect((await waves()).map(({ updated, underWay }) => [updated, underWay])).toEqual([
      [1, 0],
      [0, 3],
    ])
    await device.end()
  })

  it('without a pause waits after each wave for somebody; held, it tells no further device', async () => {
    const { id: firmwareId, productNo } = await released()
    const all = [await makeMqttDevice(test.admin, { productNo }), await makeMqttDevice(test.admin, { productNo })]
    const id = await started(firmwareId, { waves: '1, 100%', pauseMinutes: null })
    const { list } = await test.admin.page(firmwareDeviceResource, { rolloutId: id, state: 'OFFERED' })
    const device = await connectFirmwareDevice(all.find((one) => one.id === list[0]!.deviceId)!)
    await move(rolloutResource, id, 'pause')
    await device.say({ current_fw_version: '2.0' })
    await work()
    await move(rolloutResource, id, 'goOn')
    await work()
    expect(await test.admin.get(rolloutResource, id)).toMatchObject({ state: 'PAUSED', reason: 'WAVE_DONE', wave: 1 })
    await move(rolloutResource, id, 'goOn')
    await work()
    expect(await test.admin.get(rolloutResource, id)).toMatchObject({ state: 'RUNNING', reason: null, wave: 2 })
    await device.end()
  })

  it('has a device that no other has, of released firmware, and at least one', async () => {
    const { id: firmwareId, productNo, productId } = await released()
    const draft = await firmware()
    expect(await refusal(rollout(draft.id))).toEqual({ firmwareId: 'not-released' })
    expect(await refusal(rollout(firmwareId))).toEqual({ firmwareId: 'no-devices' })
    const one = await makeMqttDevice(test.admin, { productNo })
    expect(await refusal(rollout(firmwareId, { waves: '1, 50%' }))).toEqual({ waves: 'format' })
    await rollout(firmwareId)
    expect(await refusal(rollout(firmwareId))).toEqual({ firmwareId: 'no-devices' })
    const more = await makeMqttDevice(test.admin, { productNo })
    const second = await rollout(firmwareId)
    expect(await test.admin.get(rolloutResource, second)).toMatchObject({ deviceCount: 1, leftOut: 1 })
    expect((await progressOf(second, more.id)).wave).toBe(1)
    const third = await makeMqttDevice(test.admin, { productNo })
    await makeMqttDevice(test.admin, { productNo })
    const chosen = await rollout(firmwareId, { deviceIds: [third.id, one.id] })
    expect(await test.admin.get(rolloutResource, chosen)).toMatchObject({ deviceCount: 1, leftOut: 1 })
    expect(productId).toBeTruthy()
  })

  it('ends with its firmware: what is withdrawn is taken back from devices that have not installed it', async () => {
    const { id: firmwareId, productNo } = await released()
    const one = await makeMqttDevice(test.admin, { productNo })
    const device = await connectFirmwareDevice(one)
    const id = await started(firmwareId)
    await device.told()
    await move(firmwareResource, firmwareId, 'withdraw')
    expect(await test.admin.get(rolloutResource, id)).toMatchObject({ state: 'STOPPED', reason: 'WITHDRAWN' })
    await work()
    expect(await progressOf(id, one.id)).toMatchObject({ state: 'SKIPPED', reason: 'STOPPED' })
    await until('the withdrawal', () => device.withdrawn === 1)
    await expect(device.part(0, 512)).rejects.toThrow('no firmware is offered')
    expect(await refusal(move(rolloutResource, id, 'retry'))).toEqual({ firmwareId: 'not-released' })
    await device.end()
  })

  it('goes on where it was after a restart in the middle', async () => {
    const database = await createTestDatabase()
    const content = file(4000)
    const before = await startTestPlatform({ database, byHand })
    const productNo = 'RESTARTED'
    const productId = await makeProduct(before.admin, productNo)
    const firmwareId = await before.admin.insert(firmwareResource, {
      productId,
      title: productNo,
      versionName: '2.0',
      file: await sent(before.admin, content),
    })
    await move(firmwareResource, firmwareId, 'release', before.admin)
    const one = await makeMqttDevice(before.admin, { productNo })
    const plan = { name: 'r', deptId: '1', firmwareId, waves: '100%', maxFailurePct: 10, timeoutHours: 24 }
    const id = await before.admin.insert(rolloutResource, plan)
    await move(rolloutResource, id, 'start', before.admin)
    await before.platform.firmware.work()
    const device = await connectFirmwareDevice(one)
    const half = Buffer.concat([await device.part(0, 1000), await device.part(1, 1000)])
    await device.end()
    await before.stop()

    const after = await startTestPlatform({ database })
    const { list } = await after.admin.page(firmwareDeviceResource, { rolloutId: id })
    expect(list[0]).toMatchObject({ state: 'DOWNLOADING', percent: 50 })
    const port = after.platform.edge.port('TB_MQTT')!
    const again = await connectFirmwareDevice({ ...one, port })
    expect(await again.told()).toMatchObject({ fw_version: '2.0' })
    expect(Buffer.concat([half, await again.download(1000, 2)]).equals(content)).toBe(true)
    await again.say({ current_fw_version: '2.0', fw_state: 'UPDATED' })
    // By its own job this time.
    await until('the end', async () => (await after.admin.get(rolloutResource, id))['state'] === 'DONE')
    await again.end()
    await after.stop()
    await database.drop()
  })
})

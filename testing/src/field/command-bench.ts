import { type Sl651Message, sl651SwitchReport } from '@sluice/codecs'
import { type Command, commandPage, getCommand, sendCommand } from '@sluice/contract'
import { fakeClock } from '@sluice/server/src/platform/clock/clock.ts'
import type { ApiClient } from '../platform/client.ts'
import { createTestDatabase, type TestDatabase } from '../platform/database.ts'
import { makeDevice } from './devices.ts'
import { startTestPlatform, type TestPlatform } from '../platform/platform.ts'
import { recordStatements, type StatementRecorder } from '../invariants/statement-recorder.ts'
import { stampOf, type TestStation } from './station.ts'
import { until } from '../platform/wait.ts'

/** A connected station with valves on its channels, whose bitmap is reported. */
export interface CommandSite {
  masterId: string
  valves: string[]
  station: TestStation
  /** Reports the bitmap, as an answer or unasked: the standard makes no difference. */
  tell(states?: boolean[]): Promise<void>
  /** Bitmaps received in downlinks. */
  frames(): boolean[][]
  frame(count: number): Promise<boolean[]>
}

/** Eight switches of which these channels are open. */
export const bits = (...open: number[]) => Array.from({ length: 8 }, (_, n) => open.includes(n + 1))

function statesIn({ body }: Sl651Message): boolean[] {
  return body.kind === 'switches' ? body.states : []
}

/** A platform with a fake clock, and stations of SL 651 that receive commands. One for each test file. */
export class CommandBench {
  readonly clock = fakeClock(new Date(new Date().setUTCHours(6, 30, 0, 0)))
  platform!: TestPlatform
  recorder!: StatementRecorder
  #database!: TestDatabase
  #serial = 0
  #keys = 0

  /** The serial number of a station's next message. */
  nextSerial(): number {
    return ++this.#serial
  }

  now(): number {
    return this.clock.now().getTime()
  }

  get admin(): ApiClient {
    return this.platform.admin
  }

  async open(): Promise<void> {
    this.recorder = recordStatements()
    this.#database = await createTestDatabase()
    await this.start()
  }

  /** Starts on existing data: a second start after `platform.stop()`. */
  async start(): Promise<void> {
    this.platform = await startTestPlatform({ clock: this.clock, database: this.#database })
  }

  /** @throws Error when any statement reached a tenant table without the scope. */
  async close(): Promise<void> {
    const violations = this.recorder?.violations() ?? []
    await this.platform?.stop()
    await this.#database?.drop()
    this.recorder?.stop()
    if (violations.length > 0) throw new Error(violations.join('\n'))
  }

  async siteOf(valves = 3, states = bits()): Promise<CommandSite> {
    const master = await makeDevice(this.admin, { productNo: 'SL651-VALVE-STATION' })
    const ids: string[] = []
    for (let channel = 1; channel <= valves; channel++) {
      ids.push((await makeDevice(this.admin, { productNo: 'SL651-VALVE-CHANNEL', masterId: master.id, channel })).id)
    }
    const site = await this.connect(master.stationAddress, states)
    return { ...site, masterId: master.id, valves: ids }
  }

  async connect(address: string, states: boolean[]): Promise<Omit<CommandSite, 'masterId' | 'valves'>> {
    const station = await this.platform.station({ station: address })
    const bitmaps = () => station.answers.filter((m) => m.func === '4D' && m.end === 'ENQ')
    let current = states
    const tell: CommandSite['tell'] = async (reported = current) => {
      current = reported
      this.clock.advance(1_000)
      const mine = this.nextSerial()
      station.send(sl651SwitchReport(station.link, stampOf(mine, this.now()), '4D', reported))
      await station.answer((m) => m.serial === mine && m.end !== 'ENQ')
    }
    await tell()
    return {
      station,
      tell,
      frames: () => bitmaps().map(statesIn),
      frame: async (count: number) => statesIn(await until(`frame ${count}`, () => bitmaps()[count - 1])),
    }
  }

  send(deviceId: string, code: string, more: Record<string, unknown> = {}, who: ApiClient = this.admin) {
    const order = { deviceId, code, params: {}, idempotencyKey: `key-${++this.#keys}`, ...more }
    return who.answer('POST', sendCommand.path, order)
  }

  async latest(deviceId: string): Promise<Command> {
    const { list } = await this.admin.call(commandPage, { deviceId, limit: 1 })
    return list[0]!
  }

  /** The newest command of a device, once it has this status. */
  latestAs(deviceId: string, status: Command['status']): Promise<Command> {
    return until(status, async () => {
      const command = await this.latest(deviceId)
      return command?.status === status ? command : undefined
    })
  }

  /**
   * Opens a valve whose station never answers: transmitted three times, then given up. Returns its row and the call's
   * answer.
   */
  async giveUp(site: Pick<CommandSite, 'frame'>, valve: string) {
    const call = this.send(valve, 'OPEN')
    for (const count of [1, 2, 3]) {
      await site.frame(count)
      this.clock.advance(10_000)
    }
    const command = await this.latestAs(valve, 'TIMEOUT')
    return { command, answer: await call }
  }

  async attemptsOf(commandId: string) {
    return (await this.admin.call(getCommand, { id: commandId })).attemptList
  }
}

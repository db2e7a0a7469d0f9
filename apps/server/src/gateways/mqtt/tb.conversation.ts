import {
  type CodecFault,
  isTbTopic,
  type TbMqttMessage,
  type TbSpelling,
  type TbTold,
  tbEntriesOf,
  tbMqtt,
  tbMqttParts,
  tbScriptInput,
} from '@sluice/codecs'
import type { ReadingValue, TbReadings } from '@sluice/devices'
import { type ScriptFault, scriptFaultText, type Verdict } from '@sluice/contract'
import type { DeviceUplink, FirmwareReport, ScriptPort, StrangerFrame } from '../gateway.ts'
import type { ByteNote } from '../link.ts'
import { firmwareReportOf } from './firmware-report.ts'
import { TB_MQTT, type MqttSession } from './mqtt-session.ts'
import { type Meant, scriptedUplink, signOf, stamped, tbScripts, uplinkOf } from './tb.uplink.ts'

/** The pipeline's answer when the uplink is committed or refused. */
interface TbAcceptance {
  verdict: Verdict
  acknowledge: boolean
  unknownSlaves?: readonly string[]
  /** Which values are stored as BAD and why. */
  badValues?: string | undefined
}

export interface TbConversationDeps {
  accept(uplink: DeviceUplink): Promise<TbAcceptance>
  noteBytes(note: ByteNote): void
  noteUnknown(frames: readonly StrangerFrame[]): void
  scripts: ScriptPort
  /** The device, or its slave of that name; undefined for an unregistered name. */
  deviceCalled(deviceId: string, slave: string | null): string | undefined
  /** Resolves when the attributes that a device reported are stored. */
  noteClient(deviceId: string, values: Readonly<Record<string, unknown>>): Promise<void>
  /** Resolves when what a device said about its firmware is stored. */
  noteFirmware(deviceId: string, report: FirmwareReport): Promise<void>
  firmwareAsked(session: MqttSession, message: Extract<TbMqttMessage, { kind: 'firmwareRequest' }>): void
  /** The attributes it reported, and those set for it. */
  attributesOf(deviceId: string): Promise<{ client: TbTold; shared: TbTold }>
  /** Last values of the device, or of its slave under that name. */
  lastValues(deviceId: string, slave: string | null): ReadonlyMap<string, { v: ReadingValue }> | undefined
  /** Whether the answer under this number brings the values that were asked for. */
  asksForValues(session: MqttSession, id: number): boolean
  answered(session: MqttSession, message: Extract<TbMqttMessage, { kind: 'rpcResponse' }>, at: number): void
  send(session: MqttSession, message: TbMqttMessage): void
  /** A gateway says that a device behind it is connected. */
  connected(session: MqttSession, slave: string): void
  /** The limits that a device is told, in ThingsBoard's form. */
  sessionLimits: TbTold
}

/** `UNREADABLE` and `FOREIGN` (no topic of ThingsBoard's) are stored as they came. `LOST`: nothing may be acknowledged. */
export type Outcome = 'STORED' | 'UNREADABLE' | 'FOREIGN' | 'LOST'

/** ThingsBoard's SDKs first ask for their rate limits. */
const SESSION_LIMITS = 'getSessionLimits'

/** The bytes stored of an unknown sub-device's frame: twenty frames of each, of two thousand sub-devices. */
const KEPT_BYTES = 4096

/** Speaks ThingsBoard's device and gateway API: reads what is published, answers requests. */
export class TbConversation {
  readonly #deps: TbConversationDeps

  constructor(deps: TbConversationDeps) {
    this.#deps = deps
  }

  /** Whether a script reads it, or may: then it takes its time, and nothing that came with it should wait for it. */
  waitsForScript({ deviceId }: MqttSession, frame: Uint8Array): boolean {
    return this.#deps.scripts.of(deviceId) !== undefined && tbScriptInput(frame) !== undefined
  }

  /** Resolves when the frame is committed or refused; `now` is when it arrived. */
  async take(session: MqttSession, frame: Uint8Array, now: number): Promise<Outcome> {
    if (!this.waitsForScript(session, frame)) return this.#takeDecoded(session, frame, now)
    return session.inOrder(() => this.#takeScripted(session, frame, now))
  }

  /** What the script of its product makes of it, by the version that is in force when it is stored. */
  async #takeScripted(session: MqttSession, frame: Uint8Array, now: number): Promise<Outcome> {
    const { scripts } = this.#deps
    let receivedAt: number | undefined
    for (;;) {
      const script = await scripts.of(session.deviceId)
      if (!script) return this.#takeDecoded(session, frame, now)
      receivedAt ??= session.stamp(now)
      const input = tbScripts.inputOf(frame, receivedAt)!
      const { value, fault } = { value: null, ...(await scripts.run(script, input)) }
      if (fault) return this.#refuseScript(session, frame, receivedAt, fault)
      if ((await scripts.of(session.deviceId))?.source !== script.source) continue
      const made = scriptedUplink(session.deviceId, frame, { receivedAt, remote: session.remote, answer: value })
      if (made.ok) return this.#store(session, frame, now, made.value)
      return this.#refuseScript(session, frame, receivedAt, { code: 'WRONG_ANSWER', line: null, message: made.error })
    }
  }

  /** Kept as it came, with what the script said; one that was not run was not taken, and may come again. */
  async #refuseScript(session: MqttSession, frame: Uint8Array, at: number, fault: ScriptFault): Promise<Outcome> {
    if (fault.code !== 'BUSY') {
      const note = { fault: 'script', note: scriptFaultText(fault) }
      return this.#keepUnread(session, frame, { at, unread: 'SCRIPT_ERR', note })
    }
    this.#deps.noteBytes(session.bytes('UP', frame, at, { fault: 'refused', note: 'no room for its script' }))
    return 'LOST'
  }

  async #takeDecoded(session: MqttSession, frame: Uint8Array, now: number): Promise<Outcome> {
    const decoded = tbMqtt.decode(frame)
    if (!decoded.ok) return this.#keep(session, frame, now, decoded.error)
    const message = decoded.value
    // A message of this topic is only valid downwards.
    if (message.kind === 'sharedUpdate') return this.#keep(session, frame, now, { kind: 'invalid', at: 0 })
    if (message.kind === 'firmwareRequest') {
      // It reports nothing: thousands of them in the store would be in nobody's interest.
      this.#deps.firmwareAsked(session, message)
      return 'STORED'
    }
    const receivedAt = session.stamp(now)
    const reports = this.#reports(session, message, receivedAt)
    const uplink = uplinkOf(session.deviceId, message, { reports, frame, receivedAt, remote: session.remote })
    return this.#store(session, frame, now, { uplink, message })
  }

  /** Resolves when it is committed and answered, or refused. */
  async #store(
    session: MqttSession,
    frame: Uint8Array,
    now: number,
    { uplink, message, attributes }: Meant,
  ): Promise<Outcome> {
    const { receivedAt } = uplink
    const { acknowledge, verdict, unknownSlaves, badValues } = await this.#deps.accept(uplink)
    if (!acknowledge) {
      this.#deps.noteBytes(session.bytes('UP', frame, now, { fault: 'refused', note: verdict }))
      return 'LOST'
    }
    if (badValues !== undefined)
      this.#deps.noteBytes(session.bytes('UP', frame, receivedAt, { fault: 'value', note: badValues }))
    for (const name of unknownSlaves ?? []) this.#noteStranger(session, message, name, now)
    try {
      await this.#keepAttributes(session, message)
      if (attributes) await this.#keepAttributes(session, attributes)
      await this.#keepFirmware(session, message)
      await this.#answer(session, message, now)
    } catch {
      // The store became unavailable between the message and storing or answering it: it must be sent again.
      this.#deps.noteBytes(session.bytes('UP', frame, now, { fault: 'refused', note: verdict }))
      return 'LOST'
    }
    if (message.kind === 'connect') this.#deps.connected(session, message.device)
    return 'STORED'
  }

  /** An unreadable payload is never lost, and ends no connection: the message is stored with its verdict. */
  async #keep(session: MqttSession, frame: Uint8Array, now: number, { kind, at }: CodecFault): Promise<Outcome> {
    const unread = verdictOf(kind)
    const note = { fault: kind, faultAt: at, note: unread }
    const outcome = await this.#keepUnread(session, frame, { at: session.stamp(now), unread, note })
    if (outcome !== 'UNREADABLE' || kind !== 'unsupported') return outcome
    return isTbTopic(tbMqttParts(frame)?.topic ?? '') ? 'STORED' : 'FOREIGN'
  }

  /** Stores it with its verdict; `at` is its time of receipt. */
  async #keepUnread(session: MqttSession, frame: Uint8Array, { at, unread, note }: Unread): Promise<Outcome> {
    const { acknowledge } = await this.#deps.accept({
      ...uplinkOf(session.deviceId, undefined, { reports: [], frame, receivedAt: at, remote: session.remote }),
      func: 'unread',
      unread,
    })
    const told = acknowledge ? note : { fault: 'refused', note: unread }
    this.#deps.noteBytes(session.bytes('UP', frame, at, told))
    return acknowledge ? 'UNREADABLE' : 'LOST'
  }

  /** Attributes that devices report are stored by key, in addition to being values like any other. */
  async #keepAttributes(session: MqttSession, message: TbMqttMessage): Promise<void> {
    if (message.kind !== 'attributes') return
    await Promise.all(
      message.reports.map(async ({ device, entries }) => {
        const deviceId = this.#deps.deviceCalled(session.deviceId, device)
        const values = Object.assign({}, ...entries.map((entry) => entry.values)) as TbTold
        if (deviceId !== undefined && Object.keys(values).length > 0) await this.#deps.noteClient(deviceId, values)
      }),
    )
  }

  /** A device says in its reports what firmware it runs, and how far it is with the next one. */
  async #keepFirmware(session: MqttSession, message: TbMqttMessage): Promise<void> {
    if (message.kind !== 'attributes' && message.kind !== 'telemetry') return
    for (const { device, entries } of message.reports) {
      const report = firmwareReportOf(entries)
      const deviceId = report && this.#deps.deviceCalled(session.deviceId, device)
      if (report && deviceId !== undefined) await this.#deps.noteFirmware(deviceId, report)
    }
  }

  /** A sign of life without content. */
  async alive(session: MqttSession, now: number): Promise<void> {
    await this.#deps.accept({ ...signOf(session, now), heartbeat: true })
  }

  /** The end of its connection, after all that came over it. */
  async ended(session: MqttSession, ended: 'CLOSED' | 'LOST', now: number): Promise<void> {
    await session.inOrder(() => this.#deps.accept({ ...signOf(session, now), heartbeat: true, ended }))
  }

  #reports(session: MqttSession, message: TbMqttMessage, at: number): TbReadings[] {
    const { device } = 'device' in message ? message : { device: null }
    // An answer repeats the name that we used.
    if (device !== null && message.kind !== 'rpcResponse') session.noteName(device)
    if (message.kind === 'telemetry' || message.kind === 'attributes') {
      for (const report of message.reports) if (report.device !== null) session.noteName(report.device)
      return stamped(message.reports, at)
    }
    // Nothing to store, but whether the name is known shows here first.
    if (message.kind === 'connect') return [{ device, entries: [{ ts: at, values: {} }] }]
    if (message.kind === 'disconnect') return [{ device, entries: [{ ts: at, values: {} }], gone: true }]
    if (message.kind !== 'rpcResponse' || !this.#deps.asksForValues(session, message.id)) return []
    const entries = tbEntriesOf(message.answer)
    return entries ? stamped([{ device, entries }], at) : []
  }

  async #answer(session: MqttSession, message: TbMqttMessage, now: number): Promise<void> {
    if (message.kind === 'rpcResponse') return this.#deps.answered(session, message, now)
    if (message.kind === 'attributesRequest') {
      const { id, clientKeys, sharedKeys } = message
      // A request without keys of either scope asks for all.
      const isForAll = clientKeys.length + sharedKeys.length === 0
      const known = await this.#deps.attributesOf(session.deviceId)
      const client = isForAll ? known.client : this.#client(session, null, known.client, clientKeys)
      const shared = isForAll ? known.shared : picked(known.shared, sharedKeys)
      const answer = { kind: 'attributesResponse' as const, id, device: null, client, shared }
      return this.#deps.send(session, spelledLike(message, answer))
    }
    if (message.kind === 'gatewayAttributesRequest') {
      const { id, device, clientKeys, sharedKeys, asked } = message
      const deviceId = this.#deps.deviceCalled(session.deviceId, device)
      const known = deviceId === undefined ? undefined : await this.#deps.attributesOf(deviceId)
      const values = {
        ...this.#client(session, device, known?.client ?? {}, clientKeys),
        ...picked(known?.shared ?? {}, sharedKeys),
      }
      const single = asked === 'KEY'
      return this.#deps.send(session, { kind: 'gatewayAttributesResponse', id, device, values, single })
    }
    if (message.kind === 'rpcRequest' && message.device === null) {
      const { id, method } = message
      const isLimits = method === SESSION_LIMITS
      const answer = isLimits ? this.#deps.sessionLimits : { error: `method ${method} is not offered` }
      this.#deps.send(session, spelledLike(message, { kind: 'rpcResponse', id, device: null, answer }))
    }
  }

  /** The attributes it reported under these keys, else the last value of that name. */
  #client(session: MqttSession, slave: string | null, said: TbTold, keys: readonly string[]): TbTold {
    const last = this.#deps.lastValues(session.deviceId, slave)
    const found = keys.flatMap((key) => {
      const v = Object.hasOwn(said, key) ? said[key] : last?.get(key)?.v
      return v === undefined || v === null ? [] : [[key, v] as const]
    })
    return Object.fromEntries(found)
  }

  /** Stores only the part about the unknown sub-device, so that adopting it replays no other device's values. */
  #noteStranger(session: MqttSession, message: TbMqttMessage, name: string, now: number): void {
    if (!session.noteStranger(name)) return
    const reports = 'reports' in message ? message.reports.filter(({ device }) => device === name) : []
    const whole = tbMqtt.encode({ kind: 'telemetry', gateway: true, reports: stamped(reports, now) })
    const short = tbMqtt.encode({ kind: 'connect', device: name })
    const raw = reports.length > 0 && whole.ok && whole.value.length <= KEPT_BYTES ? whole : short
    if (!raw.ok) return
    const address = `${session.deviceNo}/${name}`
    this.#deps.noteUnknown([{ protocol: TB_MQTT, address, remote: session.remote, ts: now, raw: raw.value }])
  }
}

function picked(attributes: TbTold, keys: readonly string[]): TbTold {
  return Object.fromEntries(
    keys.filter((key) => Object.hasOwn(attributes, key)).map((key) => [key, attributes[key]] as const),
  )
}

/** An answer uses the spelling of its question. */
function spelledLike<Answer extends TbMqttMessage>(question: { spelling?: TbSpelling }, answer: Answer): Answer {
  return question.spelling === undefined ? answer : { ...answer, spelling: question.spelling }
}

function verdictOf(fault: string): 'UNSUPPORTED' | 'DECODE_ERR' {
  return fault === 'unsupported' ? 'UNSUPPORTED' : 'DECODE_ERR'
}

/** A frame that gives no values, and what the byte log says of it. */
interface Unread {
  at: number
  unread: 'DECODE_ERR' | 'UNSUPPORTED' | 'SCRIPT_ERR'
  note: Partial<ByteNote>
}

import { fail, ok, type Result, utf8Text } from '@sluice/kit'
import type { Codec, CodecFault, SplitResult } from '../codec.ts'
import { tbMqttFields } from './tb-mqtt.fields.ts'
import type { TbMqttMessage } from './tb-mqtt.messages.ts'
import { messageToJson, textToMessage } from './tb-mqtt.topics.ts'
import { isShallow } from './tb-mqtt.values.ts'

/** A PUBLISH in its stored form: its topic in UTF-8, a NUL (which no topic holds), its payload. */
export function tbMqttFrame(topic: string, payload: Uint8Array): Uint8Array {
  const name = bytesOf(topic)
  const frame = new Uint8Array(name.length + 1 + payload.length)
  frame.set(name)
  frame.set(payload, name.length + 1)
  return frame
}

/** Topic and payload of a frame; undefined where there is no NUL. The payload is a view. */
export function tbMqttParts(frame: Uint8Array): { topic: string; payload: Uint8Array } | undefined {
  const end = frame.indexOf(0)
  return end < 0 ? undefined : { topic: utf8Text(frame.subarray(0, end)), payload: frame.subarray(end + 1) }
}

interface Host {
  TextEncoder: new () => { encode(text: string): Uint8Array }
}
const encoder = new (globalThis as unknown as Host).TextEncoder()

function bytesOf(text: string): Uint8Array {
  return encoder.encode(text)
}

/** Where the parser stopped, when it says so; else the beginning. */
function offsetIn(error: unknown): number {
  const found = error instanceof SyntaxError ? /position (\d+)/.exec(error.message) : null
  return Number(found?.[1] ?? 0)
}

/** The part of a message that stays as it came. */
function keptIn(message: TbMqttMessage): unknown {
  if (message.kind === 'rpcResponse') return message.answer
  return message.kind === 'rpcRequest' ? message.params : null
}

function decode(frame: Uint8Array): Result<TbMqttMessage, CodecFault> {
  const parts = tbMqttParts(frame)
  if (!parts) return fail({ kind: 'truncated', at: frame.length })
  const { topic, payload } = parts
  const start = frame.length - payload.length
  try {
    const message = textToMessage(topic, () => utf8Text(payload))
    if (message === 'unsupported') return fail({ kind: 'unsupported', at: 0 })
    return message && isShallow(keptIn(message)) ? ok(message) : fail({ kind: 'invalid', at: start })
  } catch (error) {
    // JSON that ends early or is none; nesting deeper than the stack.
    return fail({ kind: payload.length === 0 ? 'truncated' : 'invalid', at: start + offsetIn(error) })
  }
}

function encode(message: TbMqttMessage): Result<Uint8Array, CodecFault> {
  try {
    const { topic, json } = messageToJson(message)
    return ok(tbMqttFrame(topic, bytesOf(JSON.stringify(json))))
  } catch {
    return fail({ kind: 'invalid', at: 0 })
  }
}

/**
 * ThingsBoard's device and gateway API over MQTT: JSON on fixed topics. The transport cuts the messages; a
 * frame is one PUBLISH in the form of `tbMqttFrame`.
 */
export const tbMqtt: Codec<TbMqttMessage> = {
  protocol: 'TB_MQTT',
  split(buffer: Uint8Array): SplitResult {
    return { frames: buffer.length > 0 ? [buffer] : [], faults: [], consumed: buffer.length }
  },
  decode,
  encode,
  describe(message, frame) {
    return { topic: tbMqttParts(frame)?.topic ?? '', ...message }
  },
  fields: tbMqttFields,
}

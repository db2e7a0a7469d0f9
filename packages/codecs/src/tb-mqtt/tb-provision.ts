import { fail, ok, type Result, utf8Text } from '@sluice/kit'
import { lenientJson } from './lenient-json.ts'
import { isObject } from './tb-mqtt.values.ts'

/** The user name of a device that has no token yet, and the two topics it may use. */
export const TB_PROVISION = {
  username: 'provision',
  request: '/provision/request',
  response: '/provision/response',
} as const

/** A device that asks for its token. */
export interface TbProvisionRequest {
  deviceName: string
  key: string
  secret: string
  /** A token that it brings; null: one is drawn for it. */
  token: string | null
}

/** Why a request cannot be read, in the words that the device is told. */
export type TbProvisionFault =
  | 'not JSON'
  | 'deviceName, provisionDeviceKey and provisionDeviceSecret are needed'
  | 'only ACCESS_TOKEN is spoken here'

export type TbProvisionAnswer =
  | { status: 'SUCCESS'; token: string }
  /** `NOT_FOUND`: no such key and secret. */
  | { status: 'FAILURE' | 'NOT_FOUND'; errorMsg: string }

const TOKEN = 'ACCESS_TOKEN'
/** Longer than any key, secret or name that is given out. */
const LONGEST = 100

/** Reads what was published to `/provision/request`. */
export function readTbProvision(payload: Uint8Array): Result<TbProvisionRequest, TbProvisionFault> {
  let asked: unknown
  try {
    asked = lenientJson(utf8Text(payload))
  } catch {
    return fail('not JSON')
  }
  if (!isObject(asked)) return fail('not JSON')
  const [deviceName, key, secret] = [
    textIn(asked, 'deviceName'),
    textIn(asked, 'provisionDeviceKey'),
    textIn(asked, 'provisionDeviceSecret'),
  ]
  if (deviceName === null || key === null || secret === null)
    return fail('deviceName, provisionDeviceKey and provisionDeviceSecret are needed')
  const { credentialsType = TOKEN } = asked
  if (credentialsType !== null && credentialsType !== TOKEN) return fail('only ACCESS_TOKEN is spoken here')
  return ok({ deviceName, key, secret, token: textIn(asked, 'token') })
}

/** What goes down on `/provision/response`. */
export function tbProvisionAnswer(answer: TbProvisionAnswer): string {
  const { status } = answer
  const told =
    status === 'SUCCESS'
      ? { status, credentialsType: TOKEN, credentialsValue: answer.token }
      : { status, errorMsg: answer.errorMsg }
  return JSON.stringify(told)
}

/** Numbers count as their digits: a device may write its serial number without quotes. */
function textIn(asked: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = Object.hasOwn(asked, name) ? asked[name] : null
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  return text === '' || text.length > LONGEST ? null : text
}

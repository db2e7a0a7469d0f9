import { type Adapter, byErrcode, failed, type Sent, textOf } from './adapter.ts'
import type { Called } from './call-out.ts'
import { dingtalkRequest } from './dingtalk.request.ts'
import { wecomRequest } from './wecom.request.ts'

/** Busy; more than 20 messages of a robot in a minute, by its older and its newer code. */
const DINGTALK_BUSY = new Set([-1, 130_101, 410_100])
/** Busy; too often; too many at once. */
const WECOM_BUSY = new Set([-1, 45_009, 45_033])

export const sendDingtalk: Adapter = async ({ settings, secrets, to, message, callOut, now }) => {
  const robot = {
    endpoint: textOf(settings, 'endpoint'),
    accessToken: secrets['accessToken'] ?? '',
    signSecret: secrets['signSecret'],
  }
  return readRobot(await callOut(dingtalkRequest(robot, to, message, now)), DINGTALK_BUSY)
}

export const sendWecom: Adapter = async ({ settings, secrets, to, message, callOut }) => {
  const robot = { endpoint: textOf(settings, 'endpoint'), key: secrets['key'] ?? '' }
  return readRobot(await callOut(wecomRequest(robot, to, message)), WECOM_BUSY)
}

function readRobot(called: Called, busy: ReadonlySet<number>): Sent {
  if ('failure' in called) return failed(called.failure, called.retry)
  const { result, answer } = byErrcode(called.answer, busy, 'msgid')
  return { result, answer }
}

import { type Adapter, byStatus, failed, textOf } from './adapter.ts'
import { webhookRequest } from './webhook.request.ts'

/** Whatever the receiver says with a status of success is one. */
export const sendWebhook: Adapter = async ({ settings, secrets, to, message, callOut, now }) => {
  const hook = {
    endpoint: textOf(settings, 'endpoint'),
    signSecret: secrets['signSecret'] ?? '',
    authorization: secrets['authorization'],
  }
  const called = await callOut(webhookRequest(hook, to, message, now))
  if ('failure' in called) return failed(called.failure, called.retry)
  const { status, body } = called.answer
  return status >= 200 && status < 300
    ? { result: { ok: true, providerId: null }, answer: body }
    : byStatus(called.answer)
}

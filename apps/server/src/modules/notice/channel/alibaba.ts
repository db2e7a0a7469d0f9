import { type Adapter, byStatus, failed, readObject, type Sending, type Sent, textOf } from './adapter.ts'
import { alibabaRequest } from './alibaba.request.ts'
import type { OutAnswer } from './call-out.ts'
import { fillParameters, phoneOf, readParameters } from './message-text.ts'

/** Of a variable in a text message; longer ones are refused (isv.PARAM_LENGTH_LIMIT). */
const SMS_MOST = 35
/** Nobody listens longer. */
const VOICE_MOST = 100

interface Api {
  action: string
  /** The name of what a success is called by. */
  idName: string
  parameters(phone: string, sending: Sending): Record<string, string>
}

const parametersOf = (sending: Sending, most: number) =>
  JSON.stringify(fillParameters(readParameters(textOf(sending.settings, 'parameters')) ?? [], sending, () => most))

/** Text messages: Dysmsapi 2017-05-25, SendSms. */
export const sendSms = through({
  action: 'SendSms',
  idName: 'BizId',
  parameters: (phone, sending) => ({
    PhoneNumbers: phone,
    SignName: textOf(sending.settings, 'signName'),
    TemplateCode: textOf(sending.settings, 'templateCode'),
    TemplateParam: parametersOf(sending, SMS_MOST),
    OutId: sending.message.id,
  }),
})

/** Calls that read a text: Dyvmsapi 2017-05-25, SingleCallByTts. */
export const sendVoice = through({
  action: 'SingleCallByTts',
  idName: 'CallId',
  parameters: (phone, sending) => {
    const showNumber = textOf(sending.settings, 'showNumber')
    return {
      CalledNumber: phone,
      ...(showNumber && { CalledShowNumber: showNumber }),
      TtsCode: textOf(sending.settings, 'templateCode'),
      TtsParam: parametersOf(sending, VOICE_MOST),
      PlayTimes: textOf(sending.settings, 'playTimes'),
    }
  },
})

function through({ action, idName, parameters }: Api): Adapter {
  return async (sending) => {
    const phone = phoneOf(sending.to.phone)
    if (!phone) return failed('no-phone')
    const { settings, secrets, now, nonce } = sending
    const called = await sending.callOut(
      alibabaRequest({
        endpoint: textOf(settings, 'endpoint'),
        action,
        version: '2017-05-25',
        parameters: parameters(phone, sending),
        accessKeyId: textOf(settings, 'accessKeyId'),
        accessKeySecret: secrets['accessKeySecret'] ?? '',
        now,
        nonce,
      }),
    )
    return 'failure' in called ? failed(called.failure, called.retry) : readAlibaba(called.answer, idName)
  }
}

/** Limits of a minute or an hour, and what is said to be passing; limits of a day or a month are not worth a retry. */
const PASSING =
  /^(isv\.BUSINESS_LIMIT_CONTROL|is[pv]\.SYSTEM_ERROR|Throttling|ServiceUnavailable|InternalError|SignatureNonceUsed)/

function readAlibaba(answer: OutAnswer, idName: string): Sent {
  const read = readObject(answer)
  const code = read?.['Code']
  if (typeof code !== 'string' || code === '') return byStatus(answer)
  const id = read?.[idName]
  if (code === 'OK')
    return { result: { ok: true, providerId: typeof id === 'string' ? id : null }, answer: answer.body }
  const because = `${code} ${String(read?.['Message'] ?? '')}`.trim()
  const retry = PASSING.test(code) || answer.status >= 500 || answer.status === 429
  return { result: { ok: false, because, retry }, answer: answer.body }
}

import { isIP } from 'node:net'
import { createTransport } from 'nodemailer'
import { type Adapter, failed, type Sending, type Sent, textOf } from './adapter.ts'
import { CALL_MS, failureOf, judgedAddress } from './call-out.ts'
import { levelWord } from './message-text.ts'
import { isLoopbackAddress } from './target.ts'

/** One mail over SMTP, on a connection of its own; encrypted, unless the server is this machine. */
export function createEmail(limitMs: number = CALL_MS): Adapter {
  return async (sending) => {
    const { to, settings } = sending
    if (!to.email) return failed('no-email')
    const found = await judgedAddress(textOf(settings, 'host'))
    if ('failure' in found) return failed(found.failure, found.retry)
    const transport = transportTo(found.address, sending, limitMs)
    const late = Promise.withResolvers<Sent>()
    const limit = setTimeout(() => late.resolve(failed('timeout', true)), limitMs)
    try {
      return await Promise.race([deliver(transport, sending, to.email), late.promise])
    } finally {
      clearTimeout(limit)
      transport.close()
    }
  }
}

/** To the address that was judged, and with the name that its certificate has to be for. */
function transportTo(address: string, { settings, secrets }: Sending, limitMs: number) {
  const user = textOf(settings, 'user')
  const host = textOf(settings, 'host')
  const isSecure = settings['secure'] === true
  return createTransport({
    host: address,
    port: Number(settings['port']),
    secure: isSecure,
    requireTLS: !isSecure && !isLoopbackAddress(address),
    ...(isIP(host) === 0 && { servername: host }),
    ...(user && { auth: { user, pass: secrets['password'] ?? '' } }),
    connectionTimeout: limitMs,
    greetingTimeout: limitMs,
    socketTimeout: limitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

async function deliver(transport: ReturnType<typeof transportTo>, sending: Sending, email: string): Promise<Sent> {
  const { settings, to, message } = sending
  const text = message.url ? `${message.text}\n\n${message.url}` : message.text
  try {
    const info = await transport.sendMail({
      from: textOf(settings, 'from'),
      to: { name: to.name, address: email },
      subject: `[${levelWord(message.level, to.language)}] ${message.title}`,
      text,
      // The same for every attempt: a mailbox shows such a mail once.
      messageId: `<${message.id.replaceAll(/[^\w.-]/g, '_')}@sluice>`,
      headers: { 'auto-submitted': 'auto-generated' },
    })
    return { result: { ok: true, providerId: info.messageId }, answer: info.response }
  } catch (error) {
    return readFailure(error as MailError)
  }
}

interface MailError extends Error {
  /** Of the library; `originalCode` is that of the line. */
  code?: string
  originalCode?: string
  responseCode?: number
  response?: string
}

const NO_TLS = new Set(['ETLS', 'EREQUIRETLS'])

/** RFC 5321 4.2.1: 4yz may succeed later, 5yz will not. */
function readFailure({ code = '', originalCode, responseCode, response }: MailError): Sent {
  if (responseCode !== undefined && response)
    return { result: { ok: false, because: response, retry: responseCode < 500 }, answer: response }
  if (NO_TLS.has(code)) return failed('insecure')
  // A recipient that is no address never reaches a server.
  if (code === 'EENVELOPE') return failed('no-email')
  if (code === 'EPROTOCOL') return failed('answer-unreadable', true, response ?? null)
  const { failure, retry } = failureOf(code === 'ETIMEDOUT' ? code : (originalCode ?? code))
  return failed(failure, retry)
}

import { type AddressInfo, createServer, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface MailStandIn {
  port: number
  mood: 'answer' | 'refuse' | 'busy' | 'hang'
  /** Mails as they arrived, with their headers. */
  readonly mails: string[]
  close(): Promise<void>
}

const reply = (text: string, responseCode: number) => Object.assign(new Error(text), { responseCode })

/** A mail server of this machine, for one name and password. */
export async function openMail(account: { user: string; password: string }): Promise<MailStandIn> {
  const mails: string[] = []
  const side: MailStandIn = {
    port: 0,
    mood: 'answer',
    mails,
    close: () => new Promise((done) => server.close(() => done())),
  }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    allowInsecureAuth: true,
    closeTimeout: 100,
    onAuth({ username, password }, _session, done) {
      const isRight = username === account.user && password === account.password
      if (isRight) done(null, { user: username })
      else done(reply(`Authentication failed for ${username} with ${password}`, 535))
    },
    onRcptTo(_address, _session, done) {
      if (side.mood === 'refuse') return done(reply('5.1.1 no such mailbox', 550))
      if (side.mood === 'busy') return done(reply('4.3.2 try again later', 451))
      if (side.mood === 'answer') done()
    },
    onData(stream, _session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => void parts.push(part))
      stream.on('end', () => {
        mails.push(Buffer.concat(parts).toString('utf8'))
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  side.port = (server.server.address() as AddressInfo).port
  return side
}

/** A port where somebody speaks, but no mail. */
export async function openBabble(): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.write('SSH-2.0-something\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    for (const socket of sockets) socket.destroy()
    return new Promise<void>((done) => server.close(() => done()))
  }
  return { port: (server.address() as AddressInfo).port, close }
}

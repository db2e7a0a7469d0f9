import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What another side does with a call: as it should, or in one of the ways in which it fails. */
export type Mood =
  | 'answer'
  /** Says no, as its interface says it: the same will not be taken later either. */
  | 'refuse'
  /** Too often: the same may be taken later. */
  | 'busy'
  /** Never answers. */
  | 'hang'
  /** 500, without anything to read. */
  | 'break'
  /** 200, and not what its interface says. */
  | 'babble'
  /** Somewhere else, with everything it was told. */
  | 'redirect'
  /** Takes the message, and ends the line before it has answered. */
  | 'drop'
  /** Says it twice. */
  | 'twice'
  /** More than anybody wants to read. */
  | 'flood'
  /** No, and repeats everything that it was told. */
  | 'echo'

export interface Heard {
  url: URL
  headers: Readonly<Record<string, string>>
  body: string
}

/** The answer of an interface; `message` is the id under which it took one, where it knows it. */
export interface Spoken {
  status?: number
  body: unknown
  message?: string
}

export interface StandIn {
  url: string
  /** That of every call, or how each is met; a promise answers later. */
  mood: Mood | ((heard: Heard) => Promise<Mood>)
  /** Every call, in order. */
  readonly heard: Heard[]
  /** Messages that it took, by id or by number: one that came twice stands here once. */
  readonly taken: Set<string>
  close(): Promise<void>
}

/** The words of an interface for a call that is well signed, and for the two ways in which it says no. */
export interface Interface {
  take(heard: Heard): Spoken
  refuse: Spoken
  busy: Spoken
}

/** Another side on a port of this machine. */
export async function openStandIn(spoken: Interface): Promise<StandIn> {
  const server = createServer((request, response) => {
    void read(request).then(async (heard) => {
      side.heard.push(heard)
      const mood = typeof side.mood === 'string' ? side.mood : await side.mood(heard)
      respond(side, spoken, heard, response, mood)
    }, ignore)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const side: StandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mood: 'answer',
    heard: [],
    taken: new Set(),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return side
}

/** Whoever called was killed in the middle of it. */
const ignore = () => undefined

async function read(request: IncomingMessage): Promise<Heard> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  const url = new URL(request.url ?? '/', `http://${headers['host']}`)
  return { url, headers, body: Buffer.concat(parts).toString('utf8') }
}

const FLOOD = 'x'.repeat(300_000)

function respond(side: StandIn, spoken: Interface, heard: Heard, response: ServerResponse, mood: Mood): void {
  const say = ({ status = 200, body }: Spoken) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
  const take = () => {
    const taken = spoken.take(heard)
    if ((taken.status ?? 200) === 200) side.taken.add(taken.message ?? String(side.taken.size))
    return taken
  }
  const moods: Readonly<Record<Mood, () => void>> = {
    answer: () => say(take()),
    refuse: () => say(spoken.refuse),
    busy: () => say(spoken.busy),
    hang: () => undefined,
    break: () => say({ status: 500, body: '' }),
    babble: () => say({ body: '<html>hello</html>' }),
    redirect: () => void response.writeHead(307, { location: `${side.url}/elsewhere` }).end(),
    drop: () => {
      take()
      response.destroy()
    },
    twice: () => {
      const text = String(take().body)
      const once = `HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
      response.socket?.end(once + once)
    },
    flood: () => say({ body: FLOOD }),
    echo: () => say({ status: 400, body: { ...heard, errcode: 1, errmsg: heard.url.href, Code: heard.body } }),
  }
  moods[mood]()
}

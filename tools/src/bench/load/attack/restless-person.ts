import { departmentResource, deviceResource, faultResource, resourcePath, sendCommand } from '@sluice/contract'
import { headersOf, signIn, type Visitor } from '../../sign-in.ts'

/** The platform's current address for users. */
export interface Door {
  url: string
}

export interface Given {
  door: Door
  password: string
  /** Devices that take commands. */
  valves: readonly string[]
}

/** Counts the outcomes of a kind of call: `200`, `507 disk-full`, `no answer`. */
export type Answers = Record<string, number>

type Kind = 'read' | 'write' | 'command' | 'signIn'

interface CommandAnswer {
  id: string
  open: boolean
}

/** A user who makes calls without a pause, whatever happens to the platform. */
export interface RestlessPerson {
  /** Departments whose insertion succeeded, by name. */
  readonly departments: ReadonlyMap<string, string>
  readonly commands: readonly CommandAnswer[]
  answers(): Record<Kind, Answers>
  /** Resolves when the running calls are answered. */
  stop(): Promise<void>
}

const WRITE_MS = 250
const COMMAND_MS = 1_000
const READ_MS = 500
const SIGN_IN_MS = 5_000
const PATIENCE_MS = 15_000
const PAGES = [deviceResource, faultResource, departmentResource].map(
  (resource) => `${resourcePath(resource, 'page')}?page=1&limit=20`,
)

export async function startPerson({ door, password, valves }: Given): Promise<RestlessPerson> {
  const visitor = await signIn(door.url, 'admin', password)
  const told: Record<Kind, Answers> = { read: {}, write: {}, command: {}, signIn: {} }
  const departments = new Map<string, string>()
  const commands: CommandAnswer[] = []
  const run = Date.now().toString(36)
  const running = new Set<Promise<unknown>>()
  const every = (ms: number, call: (n: number) => Promise<void>) => {
    let n = 0
    return setInterval(() => {
      const one = call(++n).finally(() => running.delete(one))
      running.add(one)
    }, ms)
  }
  const count = (kind: Kind, what: string) => (told[kind][what] = (told[kind][what] ?? 0) + 1)
  const asked = async (kind: Kind, path: string, body?: object) => {
    const { what, data } = await ask(door.url, path, visitor, body)
    count(kind, what)
    return data
  }
  const insert = resourcePath(departmentResource, 'insert')
  const timers = [
    every(WRITE_MS, async (n) => {
      const name = `kills-${run}-${n}`
      const data = await asked('write', insert, { name, kind: 'CUSTOMER', status: 'NORMAL' })
      if (data) departments.set(name, (data as { id: string }).id)
    }),
    every(COMMAND_MS, async (n) => {
      const open = Math.floor(n / valves.length) % 2 === 0
      const command = { deviceId: valves[n % valves.length], code: open ? 'OPEN' : 'CLOSE', params: {} }
      const data = await asked('command', sendCommand.path, { ...command, idempotencyKey: `${run}-${n}` })
      if (data) commands.push({ id: (data as { commandId: string }).commandId, open })
    }),
    every(READ_MS, async (n) => void (await asked('read', PAGES[n % PAGES.length]!))),
    every(SIGN_IN_MS, async () => void count('signIn', await signedIn(door.url, password))),
  ]
  return {
    departments,
    commands,
    answers: () => structuredClone(told),
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running)
    },
  }
}

async function signedIn(url: string, password: string): Promise<string> {
  try {
    await signIn(url, 'admin', password)
    return '200'
  } catch (error) {
    const code = error instanceof Error ? error.cause : undefined
    return typeof code === 'number' ? `${code} sign-in` : 'no answer'
  }
}

/** 10500: the command is in the ledger and not acknowledged yet. */
const TAKEN: readonly number[] = [0, 10500]

async function ask(url: string, path: string, visitor: Visitor, body?: object) {
  try {
    const response = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: { ...headersOf(visitor), origin: url, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const { code, data } = (await response.json()) as { code: number; data: { error?: string } | null }
    if (TAKEN.includes(code)) return { what: '200', data }
    return { what: `${response.status} ${data?.error ?? code}`, data: undefined }
  } catch {
    return { what: 'no answer', data: undefined }
  }
}

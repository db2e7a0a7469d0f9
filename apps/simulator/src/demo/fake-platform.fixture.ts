import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DEVICE_TYPES } from '@sluice/devices'
import { DEMO_FLOWS } from './office/demo-flows.ts'

type Row = Record<string, unknown> & { id: string }
type Values = Record<string, unknown>
type Answer = { status: number; code: number; data: unknown; headers?: Record<string, string> }

const fine = (data: unknown): Answer => ({ status: 200, code: 0, data })
const refused = (status: number, error: string): Answer => ({ status, code: status, data: { error } })

/** The platform's HTTP API as far as provisioning uses it, with rows in memory and its manners: rights, limits, origin. */
export class FakePlatform {
  readonly cookie = 'c00kie'
  readonly token = 't0ken'
  readonly tables: Record<string, Row[]> = {
    dept: [{ id: '1', parentId: null, name: '平台' }],
    sysUser: [],
    role: ['ROLE_ADMIN', 'ROLE_OPERATOR', 'ROLE_VIEWER'].map((code, n) => ({ id: String(n + 1), code })),
    product: DEVICE_TYPES.map(({ productNo }, n) => ({ id: String(n + 10), productNo })),
    geo: [],
    area: [],
    device: [],
    sensorCalibration: [],
    definition: DEMO_FLOWS.map(({ code }, n) => ({ id: String(n + 1), code })),
  }
  readonly passwords = new Map<string, string>()
  readonly roles = new Map<string, unknown>()
  readonly calls: string[] = []
  /** Calls that are accepted before the limit applies; Infinity for no limit. */
  callsUntilLimit = Infinity
  running = 0
  mostAtOnce = 0
  baseUrl = ''
  readonly #server: Server
  #id = 100

  constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response))
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    this.baseUrl = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): Promise<void> {
    this.#server.closeAllConnections()
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }

  of(table: string): Row[] {
    return this.tables[table] as Row[]
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.running++
    this.mostAtOnce = Math.max(this.mostAtOnce, this.running)
    let text = ''
    for await (const chunk of request) text += String(chunk)
    await new Promise((resolve) => setTimeout(resolve, 2))
    const url = new URL(request.url ?? '/', this.baseUrl)
    this.calls.push(url.pathname)
    const { status, code, data, headers } = this.#answer(request, url, text === '' ? {} : (JSON.parse(text) as Values))
    this.running--
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify({ code, message: '', data }))
  }

  #answer(request: IncomingMessage, url: URL, body: Values): Answer {
    const { cookie, authorization, origin } = request.headers
    if (cookie !== `authorization=${this.cookie}` || authorization !== this.token) return refused(401, 'session-over')
    if (origin !== this.baseUrl) return refused(403, 'not-permitted')
    if (this.callsUntilLimit-- <= 0) {
      this.callsUntilLimit = 20
      return { ...refused(429, 'too-many-requests'), headers: { 'retry-after': '0' } }
    }
    const [, , , table = '', verb = ''] = url.pathname.split('/')
    if (verb === 'page') return this.#page(table, url.searchParams)
    // The years have their notices, and the flows are there: neither is what is tested with this.
    if (verb === 'year') return fine({ days: [{}] })
    if (verb === 'tree') return fine([this.#node(this.of('dept')[0] as Row)])
    if (verb === 'get') return fine(this.of(table).find(({ id }) => id === url.searchParams.get('id')))
    if (['stockIn', 'ship', 'install', 'update', 'grant'].includes(verb)) return fine(true)
    if (verb === 'insert') return this.#insert(table, body)
    if (verb === 'import') return this.#import(body)
    if (verb === 'rotatePassword') return this.#rotate(body)
    else if (verb === 'saveAuthRole') this.roles.set(String(body['userId']), body['roleIds'])
    else return refused(404, 'not-found')
    return fine(true)
  }

  /** A station may bring its password; a token is always drawn. */
  #rotate({ deviceId, password = `token${++this.#id}` }: Values): Answer {
    this.passwords.set(String(deviceId), String(password))
    return fine({ password })
  }

  #import({ deptId, features }: Values): Answer {
    const given = features as { properties: Values }[]
    if (given.length > 500) return refused(400, 'validation')
    for (const { properties } of given) this.of('geo').push({ ...properties, deptId, id: String(++this.#id) })
    return fine({ inserted: given.length, report: [] })
  }

  #page(table: string, query: URLSearchParams): Answer {
    const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))]
    const keyword = query.get('keyword') ?? ''
    const found = this.of(table).filter((row) => Object.values(row).some((value) => String(value).includes(keyword)))
    return fine({ list: found.slice((page - 1) * limit, page * limit), total: found.length, page, limit })
  }

  #node(row: Row): unknown {
    const children = this.of('dept').filter(({ parentId }) => parentId === row.id)
    return { id: row.id, name: row['name'], children: children.map((child) => this.#node(child)) }
  }

  #insert(table: string, values: Values): Answer {
    for (const unique of ['deviceNo', 'stationAddress', 'username']) {
      const value = values[unique]
      if (value !== undefined && this.of(table).some((row) => row[unique] === value))
        return refused(409, 'already-exists')
    }
    const row = { ...values, id: String(++this.#id) }
    this.of(table).push(row)
    return fine({ id: row.id })
  }
}

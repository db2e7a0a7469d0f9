import { isIP } from 'node:net'
import { isAbsolute, resolve } from 'node:path'
import { type ServiceBases, serviceBasesSchema, type TileSource, tileSourceSchema } from '@sluice/contract'
import type { DevicePort, Gateway, PortDeclaration } from './gateways/gateway.ts'
import { GATEWAYS } from './gateways/gateways.ts'
import { SHARED_PORT } from './gateways/shared/shared-port.ts'
import type { ListenPort } from './platform/http/listen-port.ts'
import { StartupError } from './platform/startup-error.ts'

export interface Config {
  host: string
  port: ListenPort
  dataDir: string
  /** The caller's working directory, which relative file names on a command line refer to. Absolute. */
  callerDir: string
  adminPassword: string | undefined
  databaseUrl: string | undefined
  /** 64 hex digits; a file in the data folder when omitted (server-key.ts). */
  serverKey: string | undefined
  tls: { cert: string; key: string } | undefined
  trustProxy: boolean
  /** Additional base addresses of services (BS-2). */
  serviceBases: ServiceBases
  /** Whether people may register accounts themselves (SI-26). */
  selfRegistration: boolean
  /** The token with which the monitoring reads `/metrics`; without one only this machine may. */
  metricsToken: string | undefined
  /** Whether the API description is served without sign-in. */
  publicDocs: boolean
  deviceHost: string
  /** The ports for devices, by the variable that sets them; closed ones are omitted. */
  devicePorts: ReadonlyMap<string, DevicePort>
  /** The host a station is told to connect to, where it differs from `deviceHost`. */
  devicePublicHost: string | undefined
  /** Where people reach the console, for links in messages; null: messages have none. */
  publicUrl: string | null
  /** Addresses and networks of load balancers that pass on the source of a device connection by the PROXY protocol. */
  deviceProxies: readonly string[]
  /**
   * Limits of device sockets: in total (a share of what the process may open when omitted), and for one address of
   * unidentified devices.
   */
  deviceSockets: { all: number | undefined; strangersPerAddress: number }
  /** Ed25519 public keys that firmware is signed with, 32 bytes each; without one firmware needs no signature. */
  firmwareKeys: readonly Uint8Array[]
  /** Bytes per hour that are stored for one address of an unidentified device, and for all of them together. */
  strangers: { addressBytes: number; allBytes: number }
  /** How long a repaired device must stay without a fault before its re-test passes, seconds. */
  retestHoldS: number
  logLevel: string
  demo: boolean
  /** All stations of the county when omitted. */
  demoStations: number | undefined
  /** Days of history that the demo starts with; 0 for none. */
  demoHistoryDays: number
  /**
   * Map tiles in addition to the built-in drawing; none by default, so that no page asks a third party for anything.
   */
  tiles: readonly TileSource[]
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the configuration from the environment and the command line.
 * @throws StartupError naming the variable, its value and the values it may have.
 */
export function readConfig(
  env: Environment = process.env,
  args: readonly string[] = process.argv.slice(2),
  gateways: readonly Gateway[] = GATEWAYS,
): Config {
  refuseUnknownArguments(args)
  return {
    host: hostOf(env, 'HOST', '127.0.0.1'),
    port: portOf(env, 'PORT', 8080) ?? { port: 0, fixed: true },
    dataDir: resolve(env['SLUICE_DATA'] || './data'),
    callerDir: resolve(env['INIT_CWD'] || '.'),
    adminPassword: adminPasswordOf(env),
    databaseUrl: databaseUrlOf(env),
    serverKey: serverKeyOf(env),
    tls: tlsOf(env),
    trustProxy: flagOf(env, 'SLUICE_TRUST_PROXY'),
    serviceBases: serviceBasesOf(env),
    selfRegistration: flagOf(env, 'SLUICE_SELF_REGISTRATION'),
    metricsToken: metricsTokenOf(env),
    publicDocs: flagOf(env, 'SLUICE_PUBLIC_DOCS', true),
    deviceHost: hostOf(env, 'SLUICE_DEVICE_HOST', '127.0.0.1'),
    devicePorts: devicePortsOf(env, gateways),
    publicUrl: env['SLUICE_PUBLIC_URL'] ? siteOf(env, 'SLUICE_PUBLIC_URL') : null,
    devicePublicHost: env['SLUICE_DEVICE_PUBLIC_HOST'] ? hostOf(env, 'SLUICE_DEVICE_PUBLIC_HOST', '') : undefined,
    deviceProxies: networksOf(env, 'SLUICE_DEVICE_PROXIES'),
    deviceSockets: {
      all: env['SLUICE_DEVICE_SOCKETS'] ? integerOf(env, 'SLUICE_DEVICE_SOCKETS', 1, 1, 1_000_000) : undefined,
      strangersPerAddress: integerOf(env, 'SLUICE_DEVICE_STRANGERS', 256, 1, 1_000_000),
    },
    firmwareKeys: firmwareKeysOf(env),
    strangers: strangersOf(integerOf(env, 'SLUICE_STRANGER_MIB', 2, 1, 1024)),
    retestHoldS: integerOf(env, 'SLUICE_RETEST_HOLD', 60, 0, 86_400),
    logLevel: oneOf(env, 'SLUICE_LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'info'),
    demo: args.includes('--demo'),
    demoHistoryDays: integerOf(env, 'SLUICE_DEMO_HISTORY_DAYS', 90, 0, 399),
    demoStations: env['SLUICE_DEMO_STATIONS'] ? integerOf(env, 'SLUICE_DEMO_STATIONS', 1, 1, 10_000) : undefined,
    tiles: tilesOf(env),
  }
}

function refuseUnknownArguments(args: readonly string[]): void {
  const unknown = args.find((arg) => arg !== '--demo')
  if (unknown !== undefined) throw new StartupError(`Unknown argument "${unknown}": only --demo is understood.`)
}

function wrong(name: string, value: string, allowed: string): StartupError {
  return new StartupError(`${name} is "${value}", but must be ${allowed}.`)
}

function firmwareKeysOf(env: Environment): Uint8Array[] {
  const name = 'SLUICE_FIRMWARE_KEYS'
  const given = (env[name] ?? '').split(',').filter((key) => key.trim() !== '')
  return given.map((key) => {
    if (!/^[A-Za-z0-9+/]{43}=$/.test(key.trim()))
      throw wrong(name, key, 'Ed25519 public keys: 32 bytes each as base64, between commas')
    return Buffer.from(key.trim(), 'base64')
  })
}

function integerOf(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const text = env[name]
  if (!text) return fallback
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < min || value > max) throw wrong(name, text, `a whole number from ${min} to ${max}`)
  return value
}

/** Undefined means closed. */
function portOf(env: Environment, name: string, fallback: number, offAllowed = false): ListenPort | undefined {
  const text = env[name]
  if (!text) return { port: fallback, fixed: false }
  if (offAllowed && text.toLowerCase() === 'off') return undefined
  const allowed = `a port from 0 (any free one) to 65535${offAllowed ? ', or off' : ''}`
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65535) throw wrong(name, text, allowed)
  return { port: Number(text), fixed: true }
}

/** `SLUICE_DEVICE_PORTS` (`0` or `off`) applies to every listener that has no variable of its own. */
function devicePortOf(env: Environment, name: string, fallback: number): ListenPort | undefined {
  if (env[name]) return portOf(env, name, fallback, true)
  const all = env['SLUICE_DEVICE_PORTS']?.toLowerCase()
  if (!all) return portOf(env, name, fallback, true)
  if (all === 'off') return undefined
  if (all === '0') return { port: 0, fixed: true }
  throw wrong('SLUICE_DEVICE_PORTS', all, '0 (any free ports) or off')
}

function hostOf(env: Environment, name: string, fallback: string): string {
  const host = env[name] || fallback
  if (isIP(host) === 0 && !/^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(host)) {
    throw wrong(name, host, 'an address or a host name')
  }
  return host
}

/** Scheme and host of a site, without a path. */
function siteOf(env: Environment, name: string): string {
  const text = env[name] ?? ''
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSite = url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.username
  if (!isSite) throw wrong(name, text, 'an address like https://console.example.org')
  return url.origin
}

/** Addresses and networks (`10.0.0.0/8`), separated by commas. */
function networksOf(env: Environment, name: string): string[] {
  const networks = (env[name] ?? '').split(',').map((network) => network.trim())
  const wanted = networks.filter((network) => network !== '')
  const unusable = wanted.find((network) => {
    const [address = '', bits, ...rest] = network.split('/')
    const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
    return most < 0 || rest.length > 0 || (bits !== undefined && (!/^\d{1,3}$/.test(bits) || Number(bits) > most))
  })
  if (unusable !== undefined) throw wrong(name, unusable, 'an address or a network like 10.0.0.0/8')
  return wanted
}

/** All unidentified devices together may use eight times the budget of one address. */
function strangersOf(mib: number): Config['strangers'] {
  return { addressBytes: mib * 1024 ** 2, allBytes: 8 * mib * 1024 ** 2 }
}

function flagOf(env: Environment, name: string, fallback = false): boolean {
  const text = env[name]?.toLowerCase()
  if (!text) return fallback
  if (['1', 'true', 'yes', 'on'].includes(text)) return true
  if (['0', 'false', 'no', 'off'].includes(text)) return false
  throw wrong(name, text, 'true or false')
}

function oneOf(env: Environment, name: string, values: readonly string[], fallback: string): string {
  const text = env[name]
  if (!text) return fallback
  if (!values.includes(text)) throw wrong(name, text, `one of ${values.join(', ')}`)
  return text
}

function adminPasswordOf(env: Environment): string | undefined {
  const password = env['SLUICE_ADMIN_PASSWORD']
  if (!password) return undefined
  if (password.length < 8 || password.length > 64 || !/[A-Za-z]/.test(password) || !/\d/.test(password)) {
    throw new StartupError('SLUICE_ADMIN_PASSWORD must have 8 to 64 characters with at least one letter and one digit.')
  }
  return password
}

function databaseUrlOf(env: Environment): string | undefined {
  const text = env['DATABASE_URL']
  if (!text) return undefined
  // The value may hold a password: it is never repeated in the message.
  const problem = new StartupError('DATABASE_URL must look like postgres://user:password@host:5432/database.')
  if (!URL.canParse(text)) throw problem
  const url = new URL(text)
  if (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:') throw problem
  return text
}

function serverKeyOf(env: Environment): string | undefined {
  const key = env['SLUICE_SERVER_KEY']
  if (!key) return undefined
  // The value is a secret: it is never repeated in the message.
  if (!/^[0-9a-f]{64}$/i.test(key)) throw new StartupError('SLUICE_SERVER_KEY must be 64 hex digits.')
  return key
}

function metricsTokenOf(env: Environment): string | undefined {
  const token = env['SLUICE_METRICS_TOKEN']
  if (!token) return undefined
  // The value is a secret: it is never repeated in the message.
  if (!/^[\x21-\x7E]{16,200}$/.test(token))
    throw new StartupError('SLUICE_METRICS_TOKEN must have 16 to 200 characters without blanks.')
  return token
}

/** `name|WGS84 or GCJ02|https://host/{z}/{x}/{y}.png|attribution`, several separated by line breaks or `;`. */
function tilesOf(env: Environment): TileSource[] {
  const text = env['SLUICE_TILES'] ?? ''
  const entries = text.split(/[;\n]/).filter((entry) => entry.trim() !== '')
  return entries.map((entry) => {
    const [name, crs, url, attribution] = entry.split('|').map((part) => part.trim())
    const source = tileSourceSchema.safeParse({ name, crs, url, attribution: attribution || null })
    const usable = source.success && /^https?:\/\/.*\{z\}/.test(source.data.url) && URL.canParse(source.data.url)
    if (!usable) throw wrong('SLUICE_TILES', entry, 'name|WGS84 or GCJ02|https://host/{z}/{x}/{y}.png|attribution')
    return source.data
  })
}

function serviceBasesOf(env: Environment): ServiceBases {
  const bases = serviceBasesSchema.safeParse(env['SLUICE_SERVICE_BASES'] ?? '')
  if (!bases.success) throw new StartupError(`SLUICE_SERVICE_BASES ${bases.error.issues[0]!.message}.`)
  return bases.data
}

function tlsOf(env: Environment): Config['tls'] {
  return filesOf(env, 'SLUICE_TLS_CERT', 'SLUICE_TLS_KEY')
}

/** The device ports that the gateways declare, and the shared one, which no other variable opens. */
function devicePortsOf(env: Environment, gateways: readonly Gateway[]): Config['devicePorts'] {
  const open = new Map<string, DevicePort>()
  for (const { ports } of gateways) {
    for (const declared of ports) {
      const { variable, fallback, tls } = declared
      const port = tls ? tlsPortOf(env, { ...declared, tls }, ports[0]) : devicePortOf(env, variable, fallback)
      if (port) open.set(variable, port)
    }
  }
  const { variable } = SHARED_PORT
  const shared = env[variable] ? portOf(env, variable, 0, true) : undefined
  if (shared) open.set(variable, shared)
  return open
}

function tlsPortOf(
  env: Environment,
  { variable, fallback, tls }: Required<PortDeclaration>,
  beside: PortDeclaration,
): DevicePort | undefined {
  const port = devicePortOf(env, variable, fallback)
  const files = filesOf(env, tls.cert, tls.key)
  if (env[variable] && port && !files) throw new StartupError(`${variable} needs ${tls.cert} and ${tls.key}.`)
  if (port && files && !devicePortOf(env, beside.variable, beside.fallback)) {
    throw new StartupError(`${tls.cert} needs an ${beside.variable} that is not off: bind it to a closed network.`)
  }
  return port && files && { ...port, tls: files }
}

function filesOf(env: Environment, certName: string, keyName: string): Config['tls'] {
  const [cert, key] = [env[certName], env[keyName]]
  if (!cert && !key) return undefined
  if (!cert || !key) throw new StartupError(`${certName} and ${keyName} must be set together.`)
  return { cert: absolute(cert), key: absolute(key) }
}

function absolute(path: string): string {
  return isAbsolute(path) ? path : resolve(path)
}

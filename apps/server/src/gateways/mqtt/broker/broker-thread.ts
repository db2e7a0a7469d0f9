import { Worker } from 'node:worker_threads'
import type { Log } from '../../../platform/log/log.ts'
import type { BrokerSettings, FromBroker, ToBroker } from './broker.messages.ts'

export interface BrokerThreadDeps {
  settings: BrokerSettings
  log: Log
  onMessage(message: FromBroker): void
  /** The thread ended with all its connections; it is started again. */
  onLost(): void
  /** It listens, for the first time or again. */
  onListening(): void
}

/** Where it listens; `tlsPort` is null without TLS. */
export interface BrokerPorts {
  port: number
  tlsPort: number | null
}

/** Why it does not, and on which port. */
export interface NoPort {
  code: string
  port: number
}

const PING_MS = 5_000
/** Pings without an answer, after which it is not healthy, and after which it is ended. */
const LATE_PINGS = 4
const DEAD_PINGS = 12
const RESTART_MS = 1_000
const CLOSE_MS = 5_000
/** A broker that grows beyond this is ended and started again, instead of taking the process with it. */
const HEAP_MB = 1024
/** Three half-spaces of 16 MB: left alone they grow to 64 each under load, which saves no time and is never given back. */
const YOUNG_MB = 48

/** Keeps the broker's thread alive, and asks from outside whether it is: a flood starves its event loop, not ours. */
export class BrokerThread {
  readonly #deps: BrokerThreadDeps
  #settings: BrokerSettings
  #worker: Worker | undefined
  #ping: NodeJS.Timeout | undefined
  #restart: NodeJS.Timeout | undefined
  #pinged = 0
  #ponged = 0
  #pingedAt = 0
  #closing = false
  #listening = false
  /** How long the last answered ping took. */
  lagMs = 0

  constructor(deps: BrokerThreadDeps) {
    this.#deps = deps
    this.#settings = deps.settings
  }

  get healthy(): boolean {
    return this.#listening && this.#pinged - this.#ponged < LATE_PINGS
  }

  /** Resolves with the ports, or with the error code why there is none. */
  async start(): Promise<BrokerPorts | NoPort> {
    const got = await this.#launch()
    if ('code' in got) {
      await this.close()
      return got
    }
    this.#ping = setInterval(() => this.#check(), PING_MS).unref()
    return got
  }

  post(message: ToBroker): void {
    this.#worker?.postMessage(message)
  }

  async close(): Promise<void> {
    this.#closing = true
    clearInterval(this.#ping)
    clearTimeout(this.#restart)
    const worker = this.#worker
    if (!worker) return
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    this.post({ kind: 'close' })
    const late = setTimeout(() => void worker.terminate(), CLOSE_MS)
    await ended
    clearTimeout(late)
  }

  #launch(): Promise<BrokerPorts | NoPort> {
    const worker = new Worker(new URL('./mqtt.worker.ts', import.meta.url), {
      workerData: this.#settings,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
    })
    this.#worker = worker
    this.#pinged = 0
    this.#ponged = 0
    return new Promise((resolve) => {
      worker.on('message', (message: FromBroker) => {
        if (message.kind === 'listening') resolve(this.#listens(message))
        else if (message.kind === 'refused') resolve(message)
        else if (message.kind === 'pong') this.#answered(message.no)
        else this.#deps.onMessage(message)
      })
      worker.on('error', (error) => this.#deps.log.error({ err: error }, 'the MQTT broker failed'))
      worker.once('exit', () => {
        resolve({ code: 'the broker ended', port: this.#settings.port })
        this.#ended(worker)
      })
    })
  }

  #listens({ port, tlsPort }: BrokerPorts): BrokerPorts {
    // A restart has to come back where the devices look for it.
    const { tls } = this.#settings
    const sameTls = tls && tlsPort !== null ? { ...tls, port: tlsPort, fixed: true } : undefined
    this.#settings = { ...this.#settings, port, fixed: true, tls: sameTls }
    this.#listening = true
    this.#deps.onListening()
    return { port, tlsPort }
  }

  #answered(no: number): void {
    this.#ponged = no
    this.lagMs = performance.now() - this.#pingedAt
  }

  #check(): void {
    if (!this.#listening) return
    if (this.#pinged - this.#ponged >= DEAD_PINGS) {
      this.#deps.log.error('the MQTT broker does not answer and is ended')
      void this.#worker?.terminate()
      return
    }
    // While one is unanswered its age is the lag.
    if (this.#pinged === this.#ponged) this.#pingedAt = performance.now()
    else this.lagMs = performance.now() - this.#pingedAt
    this.post({ kind: 'ping', no: ++this.#pinged })
  }

  #ended(worker: Worker): void {
    if (this.#worker !== worker) return
    const ran = this.#listening
    this.#worker = undefined
    this.#listening = false
    if (ran) this.#deps.onLost()
    if (this.#closing || !ran) return
    this.#deps.log.error('the MQTT broker ended: its devices have to connect again')
    this.#restart = setTimeout(() => void this.#relaunch(), RESTART_MS)
  }

  async #relaunch(): Promise<void> {
    const got = await this.#launch()
    if (!('code' in got) || this.#closing) return
    this.#deps.log.error({ code: got.code }, 'the MQTT broker could not be started again and is tried again')
    await this.#worker?.terminate()
    this.#restart = setTimeout(() => void this.#relaunch(), RESTART_MS)
  }
}

import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { busy, timeOver } from './script-fault.ts'
import { type FromScripts, SCRIPT_LIMITS, type ScriptAnswer, type ScriptInput } from './script.messages.ts'

export interface ScriptRunnerDeps {
  /** Time that passed, ms. */
  elapsed(): number
  onFailure(error: unknown): void
  /** For tests, whose threads share the machine with others. */
  answerMs?: number
}

/** One report that waits for its script. */
interface Waiting {
  source: string
  input: ScriptInput | undefined
  /** It did not answer once: another time may have been too busy for it, twice is the script's own doing. */
  again?: true
  settle(answer: ScriptAnswer): void
}

/**
 * The reports of one owner of a script, in order of arrival, and how much of the thread it had: in ms, counted on from
 * where the others stood when it last came from nothing.
 */
interface Lane {
  waiting: Waiting[]
  usedMs: number
}

/** What the thread is doing. */
interface Running {
  lane: Lane
  job: Waiting
  since: number
  late: NodeJS.Timeout
}

interface Thread {
  worker: Worker
  port: MessagePort
  isReady: boolean
}

/** Owners that are remembered while nothing of theirs waits. */
const REMEMBERED = 500
/** The thread's own heap; scripts have memory of their own. */
const HEAP_MB = 192

/**
 * Runs the scripts of products in one thread, one at a time. Whoever used the thread least comes first, so that a script
 * that takes all its time delays others by one run. A thread that does not answer is ended and begun anew.
 */
export class ScriptRunner {
  readonly #deps: ScriptRunnerDeps
  readonly #lanes = new Map<string, Lane>()
  #waiting = 0
  /** Where the lane stood that was last chosen. */
  #stand = 0
  #running: Running | undefined
  #thread: Thread | undefined
  #closed = false

  constructor(deps: ScriptRunnerDeps) {
    this.#deps = deps
  }

  /** Runs `source` for a report; `owner` names whose script it is. Never rejects. */
  run(owner: string, source: string, input: ScriptInput): Promise<ScriptAnswer> {
    return this.#add(owner, source, input)
  }

  /** Whether a script can be run: its answer holds no value. */
  check(owner: string, source: string): Promise<ScriptAnswer> {
    return this.#add(owner, source, undefined)
  }

  /** Ends the thread; what waits is told that it was not run. */
  async close(): Promise<void> {
    this.#closed = true
    this.#settle(refused)
    this.#refuseAll()
    await this.#end()
  }

  #add(owner: string, source: string, input: ScriptInput | undefined): Promise<ScriptAnswer> {
    const lane = this.#laneOf(owner)
    const isFull = lane.waiting.length >= SCRIPT_LIMITS.waitingOfOne || this.#waiting >= SCRIPT_LIMITS.waiting
    if (isFull || this.#closed) return Promise.resolve(refused)
    this.#waiting++
    return new Promise((settle) => {
      lane.waiting.push({ source, input, settle })
      this.#next()
    })
  }

  /** Who comes back begins beside the others: neither ahead of them for having waited, nor free of what it used. */
  #laneOf(owner: string): Lane {
    const known = this.#lanes.get(owner)
    if (known && known.waiting.length > 0) return known
    const lane: Lane = { waiting: [], usedMs: Math.max(known?.usedMs ?? 0, this.#stand) }
    this.#lanes.delete(owner)
    this.#lanes.set(owner, lane)
    if (this.#running && this.#running.lane === known) this.#running.lane = lane
    if (this.#lanes.size > REMEMBERED) this.#forgetIdle()
    return lane
  }

  #forgetIdle(): void {
    for (const [owner, { waiting }] of this.#lanes) if (waiting.length === 0) this.#lanes.delete(owner)
  }

  #next(): void {
    if (this.#running || this.#closed || this.#waiting === 0) return
    const thread = (this.#thread ??= this.#begin())
    if (!thread.isReady) return
    const lane = this.#neediest()
    const job = lane?.waiting.shift()
    if (!lane || !job) return
    this.#waiting--
    this.#stand = lane.usedMs
    const late = setTimeout(() => this.#late(thread), this.#deps.answerMs ?? SCRIPT_LIMITS.answerMs)
    this.#running = { lane, job, since: this.#deps.elapsed(), late }
    const { source, input } = job
    thread.port.postMessage(input === undefined ? { source } : { source, input })
  }

  /** Of those that have something waiting, the one that had the thread least. */
  #neediest(): Lane | undefined {
    let found: Lane | undefined
    for (const lane of this.#lanes.values()) {
      if (lane.waiting.length > 0 && !(found && found.usedMs <= lane.usedMs)) found = lane
    }
    return found
  }

  #begin(): Thread {
    const { port1, port2 } = new MessageChannel()
    const worker = new Worker(new URL('./script.worker.ts', import.meta.url), {
      execArgv: [],
      workerData: port2,
      transferList: [port2],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 16 },
    })
    const thread: Thread = { worker, port: port1, isReady: false }
    port1.on('message', (message: FromScripts) => this.#receive(thread, message))
    worker.on('error', (error) => this.#deps.onFailure(error))
    worker.once('exit', () => this.#gone(thread))
    return thread
  }

  #receive(thread: Thread, message: FromScripts): void {
    if (thread !== this.#thread) return
    if (message === 'ready') thread.isReady = true
    else this.#settle(answerOf(message))
    this.#next()
  }

  /** An answer may lie there while this thread was busy itself: it counts. */
  #late(thread: Thread): void {
    const there = receiveMessageOnPort(thread.port) as { message: FromScripts } | undefined
    if (there) return this.#receive(thread, there.message)
    void this.#end()
    const running = this.#running
    if (running && !running.job.again) {
      this.#finish(running)
      running.lane.waiting.unshift({ ...running.job, again: true })
      this.#waiting++
    } else this.#settle({ fault: timeOver(null), lines: [] })
    this.#next()
  }

  /** It ended by itself, which no script can make it do. */
  #gone(thread: Thread): void {
    thread.port.close()
    if (thread !== this.#thread) return
    this.#thread = undefined
    if (this.#running) this.#settle(refused)
    else this.#refuseAll()
    this.#next()
  }

  /** A thread that cannot even begin helps nobody by being tried for each report. */
  #refuseAll(): void {
    const jobs = [...this.#lanes.values()].flatMap(({ waiting }) => waiting.splice(0))
    this.#waiting = 0
    for (const job of jobs) job.settle(refused)
  }

  #settle(answer: ScriptAnswer): void {
    if (!this.#running) return
    const { job } = this.#running
    this.#finish(this.#running)
    job.settle(answer)
  }

  #finish({ lane, since, late }: Running): void {
    this.#running = undefined
    clearTimeout(late)
    lane.usedMs += this.#deps.elapsed() - since
  }

  async #end(): Promise<void> {
    const thread = this.#thread
    this.#thread = undefined
    await thread?.worker.terminate()
  }
}

const refused: ScriptAnswer = { fault: busy, lines: [] }

function answerOf({ answer, fault, lines }: Exclude<FromScripts, 'ready'>): ScriptAnswer {
  if (fault) return { fault, lines }
  return { value: answer === null ? null : (JSON.parse(answer) as unknown), lines }
}

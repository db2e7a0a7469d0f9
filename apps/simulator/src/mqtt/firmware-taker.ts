import { createHash } from 'node:crypto'
import type { TbMqttMessage, TbValues } from '@sluice/codecs'
import type { TimerWheel, WheelTimer } from '../timer-wheel.ts'

/** What a device runs, and what goes wrong when it installs another: its flash, or the old one starts again. */
export interface PlannedFirmware {
  title: string
  version: string
  fails?: 'FLASH' | 'KEEPS_OLD'
}

export interface FirmwareTakerOptions extends PlannedFirmware {
  wheel: TimerWheel
  /** Hands values in as telemetry. */
  say(values: TbValues): void
  /** Asks for a part. */
  ask(message: Extract<TbMqttMessage, { kind: 'firmwareRequest' }>): void
  /** It starts anew: the line falls and comes back. */
  restart(): void
}

/** Bytes of a part: what a modem of a valve has room for. */
const PART_BYTES = 4096
/** Between two parts; what does not come is asked for again. */
const NEXT_MS = 150
const AGAIN_MS = 20_000
/** Checking what was read, writing it, and starting. */
const VERIFY_MS = 2_000
const INSTALL_MS = 6_000

const PART = /^v2\/fw\/response\/\d+\/chunk\/(\d+)$/

interface Offer {
  title: string
  version: string
  size: number
  sha256: string
}

function offerIn(values: TbValues): Offer | undefined {
  const { fw_title: title, fw_version: version, fw_size: size, fw_checksum: sha256 } = values
  if (version === undefined || typeof size !== 'number') return undefined
  return { title: String(title), version: String(version), size, sha256: String(sha256) }
}

/**
 * Takes firmware as ThingsBoard's clients do: told by shared attributes, it asks for part after part, checks the whole,
 * installs it, starts anew and says what it runs.
 */
export class FirmwareTaker {
  readonly #options: FirmwareTakerOptions
  #runs: { title: string; version: string }
  #offer: Offer | undefined
  #parts: Uint8Array[] = []
  #timer: WheelTimer | undefined

  constructor(options: FirmwareTakerOptions) {
    this.#options = options
    this.#runs = { title: options.title, version: options.version }
  }

  /** The line stands: what it runs is told, and a download goes on where it was. */
  lineUp(): void {
    this.#options.say({ current_fw_title: this.#runs.title, current_fw_version: this.#runs.version })
    if (this.#offer) this.#ask()
  }

  lineDown(): void {
    // What was read stays; an installation needs no line.
    if (this.#offer) this.#timer?.cancel()
  }

  close(): void {
    this.#timer?.cancel()
  }

  /** Shared attributes that it was told. */
  told(values: TbValues): void {
    if (String(values['deleted'] ?? '').includes('fw_version')) return this.#stop()
    const offer = offerIn(values)
    if (!offer || offer.sha256 === this.#offer?.sha256) return
    if (offer.title === this.#runs.title && offer.version === this.#runs.version) return
    this.#offer = offer
    this.#parts = []
    this.#options.say({ fw_state: 'DOWNLOADING' })
    this.#ask()
  }

  /** Whatever comes beside the messages of the device API: a part, or that there is none. */
  heard(topic: string, payload: Uint8Array): void {
    const number = PART.exec(topic)?.[1]
    if (!this.#offer || number === undefined || Number(number) !== this.#parts.length) return
    this.#parts.push(Uint8Array.from(payload))
    if (this.#parts.length * PART_BYTES < this.#offer.size) this.#after(NEXT_MS, () => this.#ask())
    else this.#verify(this.#offer)
  }

  #ask(): void {
    this.#options.ask({ kind: 'firmwareRequest', id: 1, chunk: this.#parts.length, size: PART_BYTES })
    this.#after(AGAIN_MS, () => this.#ask())
  }

  #verify(offer: Offer): void {
    const { say } = this.#options
    this.#offer = undefined
    say({ fw_state: 'DOWNLOADED' })
    const hash = createHash('sha256')
    for (const part of this.#parts) hash.update(part)
    this.#parts = []
    const isWhole = hash.digest('hex') === offer.sha256
    this.#after(VERIFY_MS, () => {
      if (!isWhole) return say({ fw_state: 'FAILED', fw_error: 'checksum mismatch' })
      say({ fw_state: 'VERIFIED' })
      say({ fw_state: 'UPDATING' })
      this.#after(INSTALL_MS, () => this.#install(offer))
    })
  }

  #install({ title, version }: Offer): void {
    const { fails, say, restart } = this.#options
    if (fails === 'FLASH') return say({ fw_state: 'FAILED', fw_error: 'flash write failed at 0x0003A000' })
    if (fails !== 'KEEPS_OLD') this.#runs = { title, version }
    // Its word, and after the start its version, which is the proof or its contrary.
    say({ fw_state: 'UPDATED', current_fw_title: this.#runs.title, current_fw_version: this.#runs.version })
    this.#after(NEXT_MS, restart)
  }

  #stop(): void {
    this.#timer?.cancel()
    this.#offer = undefined
    this.#parts = []
  }

  #after(ms: number, run: () => void): void {
    this.#timer?.cancel()
    this.#timer = this.#options.wheel.after(ms, run)
  }
}

/** Memory for packets of unfinished messages, shared as the caller decides. */
export interface PacketRoom {
  /** False where so many more bytes are not to be had: nothing is taken then. */
  take(bytes: number): boolean
  give(bytes: number): void
}

/** Bytes that packets of unfinished messages may take. */
export interface PacketRoomLimits {
  /** Of the process, for all senders. */
  all: number
  /** Of all unidentified senders together. */
  strangers: number
  /** Of one address that is not known: its first report fits, no picture does. */
  stranger: number
  /** Of one station, over all its connections. */
  station: number
}

const MIB = 1024 ** 2

const PACKET_ROOM_LIMITS: PacketRoomLimits = {
  all: 128 * MIB,
  strangers: 4 * MIB,
  stranger: 64 * 1024,
  station: 8 * MIB,
}

/**
 * The memory for packets of unfinished messages: one account per sender, one for all unidentified senders, one for all.
 */
export class PacketRooms {
  readonly #limits: PacketRoomLimits
  readonly #accounts = new Map<string, number>()
  #strangers = 0
  #all = 0

  constructor(limits: Partial<PacketRoomLimits> = {}) {
    this.#limits = { ...PACKET_ROOM_LIMITS, ...limits }
  }

  /** Bytes that are taken. */
  get bytes(): number {
    return this.#all
  }

  /** Senders with stored packets. */
  get senders(): number {
    return this.#accounts.size
  }

  ofStation(address: string): PacketRoom {
    return this.#room(`station ${address}`, this.#limits.station, false)
  }

  ofStranger(address: string): PacketRoom {
    return this.#room(`stranger ${address}`, this.#limits.stranger, true)
  }

  #room(account: string, limit: number, isStranger: boolean): PacketRoom {
    return {
      take: (bytes) => {
        const taken = (this.#accounts.get(account) ?? 0) + bytes
        if (taken > limit || this.#all + bytes > this.#limits.all) return false
        if (isStranger && this.#strangers + bytes > this.#limits.strangers) return false
        this.#add(account, bytes, isStranger)
        return true
      },
      give: (bytes) => this.#add(account, -bytes, isStranger),
    }
  }

  #add(account: string, bytes: number, isStranger: boolean): void {
    const taken = (this.#accounts.get(account) ?? 0) + bytes
    if (taken > 0) this.#accounts.set(account, taken)
    else this.#accounts.delete(account)
    this.#all += bytes
    if (isStranger) this.#strangers += bytes
  }
}

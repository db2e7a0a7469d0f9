/** Memory that packets under way are kept in, shared by whoever the caller says. */
export interface PacketRoom {
  /** False where so many more bytes are not to be had: nothing is taken then. */
  take(bytes: number): boolean
  give(bytes: number): void
}

/** Bytes that packets under way may take. */
export interface PacketRoomLimits {
  /** Of the process, whoever sends them. */
  all: number
  /** Of everybody together who is not known. */
  strangers: number
  /** Of one address that is not known: its first report fits, no picture does. */
  stranger: number
  /** Of one station, however many lines speak for it. */
  station: number
}

const MIB = 1024 ** 2

const PACKET_ROOM_LIMITS: PacketRoomLimits = {
  all: 128 * MIB,
  strangers: 4 * MIB,
  stranger: 64 * 1024,
  station: 8 * MIB,
}

/** The memory that packets of unfinished messages are kept in: an account per sender, one for all strangers, one for all. */
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

  /** Senders that something is kept of. */
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

import { BlockList } from 'node:net'
import { addToList, isListed } from '../../platform/http/address-list.ts'

/** The reason in the logs for a connection of a blocked address; a count may follow. */
export const BLOCKED = 'blocked address'

/** Addresses and networks that no connection is taken from, as far as this thread was told. */
export class BlockedAddresses {
  #list = new BlockList()
  #networks: readonly string[] = []
  readonly #listeners = new Set<() => void>()

  get networks(): readonly string[] {
    return this.#networks
  }

  /** For an address without a port, IPv4 not in IPv6. */
  has(address: string): boolean {
    return this.#networks.length > 0 && isListed(this.#list, address)
  }

  /** Replaces the list. */
  set(networks: readonly string[]): void {
    if (networks.join() === this.#networks.join()) return
    const list = new BlockList()
    for (const network of networks) addToList(list, network)
    this.#list = list
    this.#networks = [...networks]
    for (const listener of Array.from(this.#listeners)) listener()
  }

  /** Returns the function that ends it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** A live channel without a network: a test opens it, tells the page through it and drops it. */
export class StandInChannel {
  static readonly OPEN = 1
  readonly readyState = StandInChannel.OPEN
  onopen: (() => void) | null = null
  onmessage: ((message: { data: string }) => void) | null = null
  onclose: ((closed: object) => void) | null = null
  send(): void {}
  close(): void {}

  open(): void {
    act(() => this.onopen?.())
  }

  tell(event: object): void {
    act(() => this.onmessage?.({ data: JSON.stringify(event) }))
  }

  /** As a network that fails: the page opens another one. */
  drop(): void {
    act(() => this.onclose?.({ code: 1006, wasClean: false }))
  }
}

/** Every channel that the page opens from now on is a stand-in, the newest last; until `vi.unstubAllGlobals`. */
export function standInChannels(): StandInChannel[] {
  const channels: StandInChannel[] = []
  vi.stubGlobal(
    'WebSocket',
    class extends StandInChannel {
      constructor() {
        super()
        channels.push(this)
      }
    },
  )
  return channels
}

import type { DeviceUplink, GatewayParts, KeptFrame, ReplayOutcome } from './gateway.ts'

/** Sends kept frames, oldest first, as if each had just arrived at the time it did; `uplinkIn` is what one says. */
export async function replayEach(
  { acceptKept }: Pick<GatewayParts, 'acceptKept'>,
  frames: readonly KeptFrame[],
  uplinkIn: (frame: KeptFrame) => DeviceUplink | undefined,
): Promise<ReplayOutcome[]> {
  const outcomes: ReplayOutcome[] = []
  for (const frame of frames) {
    const uplink = uplinkIn(frame)
    outcomes.push(uplink ? await outcomeOf(acceptKept, uplink) : 'NOTHING')
  }
  return outcomes
}

/** A gateway's message is kept, too, where its device is still unknown: its values are not. */
export async function outcomeOf(accept: GatewayParts['accept'], uplink: DeviceUplink): Promise<ReplayOutcome> {
  const { acknowledge, verdict } = await accept(uplink)
  return acknowledge && verdict !== 'UNKNOWN_DEVICE' ? 'STORED' : 'REFUSED'
}

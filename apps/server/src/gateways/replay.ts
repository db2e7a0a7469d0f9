import type { DeviceUplink, GatewayParts, KeptFrame, ReplayOutcome } from './gateway.ts'

/** Replays stored frames, oldest first, as if each had just arrived at its original time; `uplinkIn` decodes one. */
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

/** A gateway's message is stored even where its device is still unknown; the values are not. */
export async function outcomeOf(accept: GatewayParts['accept'], uplink: DeviceUplink): Promise<ReplayOutcome> {
  const { acknowledge, verdict } = await accept(uplink)
  return acknowledge && verdict !== 'UNKNOWN_DEVICE' ? 'STORED' : 'REFUSED'
}

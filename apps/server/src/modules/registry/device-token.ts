import { randomInt } from 'node:crypto'
import type { Catalogue } from '@sluice/devices'

const draw = (below: number) => randomInt(below)

/** A new token of that protocol; undefined where its devices show none. */
export function drawnToken({ protocolOf }: Catalogue, protocol: string): string | undefined {
  const identification = protocolOf(protocol)?.identification
  return identification?.by === 'TOKEN' ? identification.drawToken(draw) : undefined
}

import { createHash, randomInt } from 'node:crypto'
import type { Catalogue } from '@sluice/devices'

const draw = (below: number) => randomInt(below)

/** How a token or a secret that was drawn here is stored: there is nothing to guess, so nothing slow. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** A new token of that protocol; undefined where its devices show none. */
export function drawnToken({ protocolOf }: Catalogue, protocol: string): string | undefined {
  const identification = protocolOf(protocol)?.identification
  return identification?.by === 'TOKEN' ? identification.drawToken(draw) : undefined
}

import type { ScriptFault } from '@sluice/contract'
import type { DeviceType } from '@sluice/devices'
import type { Uplink } from '../uplink/uplink.take.ts'

/** A frame that is looked at; `deviceId`: who sent it, where frames do not say. */
interface LookedAt {
  protocol: string
  frame: Uint8Array
  receivedAt: number
  deviceId: string | null
}

/** What a payload script made of a frame: what it returned and what it wrote, or why it gave nothing. */
export interface ScriptReading {
  answer: unknown
  fault: ScriptFault | null
  lines: readonly string[]
}

/** Runs the script of a type for a frame; undefined for a frame that scripts do not read. */
export type ReadByScript = (
  type: Pick<DeviceType, 'productNo' | 'script'>,
  looked: LookedAt,
) => Promise<{ uplink: Uplink | undefined; script: ScriptReading } | undefined>

interface Deps {
  uplinkIn(protocol: string, frame: Uint8Array, receivedAt: number, deviceId: string | null): Uplink | undefined
  readByScript: ReadByScript
}

/** A frame in the words of the pipeline, by the script of the type where it has one. */
export async function readingOf(
  { uplinkIn, readByScript }: Deps,
  type: DeviceType | undefined,
  looked: LookedAt,
): Promise<{ uplink: Uplink | undefined; script?: ScriptReading }> {
  const scripted = type?.script === undefined ? undefined : await readByScript(type, looked)
  const { protocol, frame, receivedAt, deviceId } = looked
  return scripted ?? { uplink: uplinkIn(protocol, frame, receivedAt, deviceId) }
}

import { z } from 'zod'
import { commandSchema } from '../command/command.ts'
import { deviceStateSchema } from '../telemetry/device-state.ts'
import { historyImportSchema } from '../telemetry/history-import.ts'

export const LIVE_PATH = '/device/v1/live'

/**
 * A watch of devices begins this long before it was requested: for newly watched ones the latest events of that time
 * are sent too. A page that fetches and watches at once misses nothing, even if its answer is a second old or its
 * socket late.
 */
export const LIVE_LOOK_BACK_MS = 5_000

/**
 * The browser's message on the live socket: what it watches now (the whole set replaces the one before). `devices` is a
 * list of ids, or `all` in scope.
 */
export const liveWatchSchema = z.strictObject({
  watch: z.strictObject({
    devices: z.union([z.literal('all'), z.array(z.string().max(40)).max(500)]).optional(),
    /** Raw frames of these devices. */
    messages: z.array(z.string().max(40)).max(5).optional(),
    /** Resources whose lists are open. */
    lists: z.array(z.string().max(40)).max(20).optional(),
  }),
})
export type LiveWatch = z.output<typeof liveWatchSchema>['watch']

/** The server's messages on it. `device` carries the whole state, so the next message makes up for a lost one. */
export const liveEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), storeUp: z.boolean(), time: z.string() }),
  z.object({ type: z.literal('device'), state: deviceStateSchema }),
  z.object({ type: z.literal('message'), deviceId: z.string(), messageId: z.string() }),
  /** The whole row at every step of its life, for those who watch the device. */
  z.object({ type: z.literal('command'), command: commandSchema }),
  /** Rows of this resource changed: a list of them is asked for again. */
  z.object({ type: z.literal('rows'), resource: z.string() }),
  z.object({ type: z.literal('store'), up: z.boolean() }),
  /** The messages of this person in the application changed. */
  z.object({ type: z.literal('pushes') }),
  /** What waits for this person to decide changed. */
  z.object({ type: z.literal('tasks') }),
  /** How far an import is, at most once a second, and its end. */
  z.object({ type: z.literal('historyImport'), run: historyImportSchema }),
])
export type LiveEvent = z.output<typeof liveEventSchema>

import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'

/**
 * How what waits is drawn and ordered, the most urgent first. `UNCONFIRMED` is a command whose effect nothing proved,
 * `SILENT` a device or a gateway's slaves that no longer report.
 */
export const WAITING_SIGNS = ['LEVEL4', 'LEVEL3', 'UNCONFIRMED', 'LEVEL2', 'LEVEL1', 'SILENT'] as const
export type WaitingSign = (typeof WAITING_SIGNS)[number]

/** More silent slaves than this of one master are one item. */
export const SILENT_SINGLY = 3
/** A command that nothing proved waits this long for somebody; then it is history. */
export const UNCONFIRMED_H = 24

const sign = z.enum(WAITING_SIGNS)
const id = z.string().min(1).max(40)

const waitingItemSchema = z.object({
  /** `FAULT`: one fault; `SILENCE`: slaves of one master in one department; `COMMAND`: an unconfirmed command. */
  kind: z.enum(['FAULT', 'SILENCE', 'COMMAND']),
  /** Of the fault or the command; of the master with its silent slaves. */
  id: z.string(),
  /** Of the fault. */
  version: z.int(),
  deviceId: z.string(),
  /** Null for a master out of sight. */
  deviceName: z.string().nullable(),
  deptId: z.string(),
  sign,
  /** Of the fault, or of the command. */
  code: z.string(),
  level: z.int().min(0).max(4),
  since: z.string(),
  /** Silent slaves: those that make the item, or those that a silent master explains. */
  n: z.int(),
  /** Where the command wants the valve, percent. */
  opening: z.number().nullable(),
  takenBy: z.string().nullable(),
  takenTime: z.string().nullable(),
})
export type WaitingItem = z.output<typeof waitingItemSchema>

/**
 * What waits for somebody: active faults that nobody has taken, silence among them, and commands of the last day that
 * nothing proved. Slaves of a silent master count with it. The bell, the map, the wall and the lists count this set.
 */
export const waitingNow = defineOperation({
  title: ['待处理', 'What waits'],
  method: 'GET',
  path: '/device/v1/device/waiting',
  access: { key: 'device:list' },
  tenant: 'scope',
  input: z.strictObject({}),
  output: z.object({
    total: z.int(),
    /** Taken, and not over yet. */
    taken: z.int(),
    /** The most urgent sign of what waits; null when nothing does. */
    sign: sign.nullable(),
    /** Of each department alone, where something waits. */
    depts: z.array(z.object({ id: z.string(), total: z.int(), sign })),
    /** The most urgent first, then the newest; at most 50. */
    list: z.array(waitingItemSchema),
    /** The devices of what waits, also of what is not listed: at most 2,000. */
    deviceIds: z.array(z.string()),
    /** Those taken, the newest first; at most 20. */
    takenList: z.array(waitingItemSchema),
    /** Where nothing waits: when a fault was last active; null when there never was one. */
    lastTime: z.string().nullable(),
  }),
})
export type Waiting = z.output<typeof waitingNow.output>

/** Takes all silent slaves of a master in one department; answers with the faults that were taken. */
export const takeSilence = defineOperation({
  title: ['接手失联', 'Take a silence'],
  method: 'POST',
  path: '/device/v1/fault/takeSilence',
  access: { key: 'fault:ack' },
  callers: 'people-and-programs',
  tenant: { row: 'dept', in: 'deptId' },
  audit: 'fault.ack',
  input: z.strictObject({ masterId: id, deptId: id }),
  output: z.array(z.string()),
})

/** Gives back what the caller has taken and nobody has worked on: ACKED becomes UNHANDLED. Others are a `conflict`. */
export const releaseFault = defineOperation({
  title: ['放回故障', 'Release a fault'],
  method: 'POST',
  path: '/device/v1/fault/release',
  access: { key: 'fault:ack' },
  callers: 'people-and-programs',
  tenant: { row: 'fault', in: 'ids' },
  audit: 'fault.release',
  input: z.strictObject({ ids: z.array(id).min(1).max(1_000) }),
  output: z.literal(true),
})

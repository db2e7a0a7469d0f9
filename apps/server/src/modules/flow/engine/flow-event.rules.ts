import type { FormValues, InstanceState, TaskStatus } from '@sluice/contract'

/** What the starter does again after a return stands under this name, beside the steps of the process. */
export const START_STEP = 'start'
/** What who is mentioned in a comment reads stands under this one. */
export const MENTION_STEP = 'mention'

/** Somebody who is asked: in the place of `forUserId` as their deputy; `agreed`: agreed before and is not asked again. */
export interface Asked {
  userId: string
  forUserId?: string
  agreed?: boolean
}

/** What a person does with a task. */
export type TaskEvent = { task: number; by: string; at: string; comment?: string } & (
  | { type: 'APPROVED'; values?: FormValues; after?: readonly string[] }
  | { type: 'REJECTED' }
  | { type: 'RETURNED'; to: string }
  | { type: 'TRANSFERRED'; to: string }
  | { type: 'DELEGATED'; to: string }
  | { type: 'GIVEN_BACK' }
  | { type: 'SIGNERS_ADDED'; before: readonly string[] }
  | { type: 'CLAIMED' }
  | { type: 'UNCLAIMED' }
)

/**
 * Everything that happens to an instance, in its order. Whoever was found for a step stands in its event, so that the state
 * follows from the process and the events alone, whatever becomes of the people. Times are ISO instants.
 */
export type FlowEvent =
  | {
      type: 'STARTED'
      by: string
      at: string
      values: FormValues
      /** Whom the starter chose, by step. */
      chosen?: Readonly<Record<string, readonly string[]>>
    }
  | {
      type: 'ENTERED'
      step: string
      at: string
      asked?: readonly Asked[]
      /** Nobody was found, and this was done. */
      nobody?: 'PASS' | 'REFUSE' | 'ADMIN' | 'USERS'
      /** The branch of a choice that is taken. */
      branch?: string
      /** The end of a delay, or of the time limit of an approval. */
      until?: string
    }
  | TaskEvent
  | { type: 'READ'; task: number; by: string; at: string }
  | { type: 'DELAY_OVER'; step: string; at: string }
  /** The time limit of a step is over; `to`: who is asked instead of those who are late. */
  | { type: 'OVERDUE'; step: string; at: string; then: 'REMIND' | 'PASS' | 'REFUSE' }
  | { type: 'OVERDUE'; step: string; at: string; then: 'ESCALATE'; to: readonly string[] }
  /** The one who had it left, or is away: then `to` stands for them. */
  | { type: 'REASSIGNED'; task: number; to: string; at: string; deputy?: boolean }
  | { type: 'URGED'; by: string; at: string }
  | { type: 'COMMENTED'; by: string; at: string; text: string; mentions?: readonly string[] }
  | { type: 'WITHDRAWN'; by: string; at: string }
  | { type: 'TERMINATED'; by: string; at: string; reason: string }

/**
 * WAITING: its turn has not come, or others sign before it. APPROVED is agreed, DONE is read (a copy), RETURNED sent the
 * instance back, CANCELLED is no longer needed.
 */
export interface TaskState {
  /** Its number within the instance, from 1. */
  no: number
  step: string
  /** Which visit of the step it belongs to, from 1. */
  visit: number
  kind: 'APPROVE' | 'COPY'
  userId: string
  /** Its place in a sequence, from 0; those who were added have none. */
  turn?: number
  forUserId?: string
  /** Who gave it to somebody else to prepare, and gets it back. */
  ownerId?: string
  claimed?: boolean
  /** The task that waits for this one: its signer was added before it. */
  before?: number
  /** Added behind a decision: must agree too, however many of the step are enough. */
  extra?: boolean
  status: TaskStatus
  /** Without a person: agreed before, or the time limit passed it. */
  auto?: boolean
  arrivedAt?: string
  /** When the starter urged last. */
  urgedAt?: string
  finishedAt?: string
  comment?: string
}

/** A visit of a step: when it was entered and left, and which branch it took. */
export interface Visit {
  step: string
  at: string
  end?: string
  branch?: string
  until?: string
  nobody?: 'PASS' | 'REFUSE' | 'ADMIN' | 'USERS'
  /** The time limit was over and its consequence drawn. */
  overdue?: boolean
}

export interface FlowState {
  status: InstanceState
  starterId: string
  values: FormValues
  /** Steps that are entered next; empty when the instance waits for somebody or has ended. */
  next: readonly string[]
  tasks: readonly TaskState[]
  visits: readonly Visit[]
}

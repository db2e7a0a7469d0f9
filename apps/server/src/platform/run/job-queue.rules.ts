/** A requested job that has not ended: its owner, and what it holds in memory while it waits. */
export interface QueuedJob {
  readonly userId: string
  /** The department below the root that the person belongs to: customers share one installation. */
  readonly tenant: string
  /** Of an uploaded file. */
  readonly bytes: number
}

/** How many jobs may run at a time and be open, for a person, for a tenant and in total, in one process. */
export const QUEUE_LIMITS = {
  running: { all: 3, tenant: 2, person: 1 },
  open: { all: 200, tenant: 50, person: 5 },
  /** Uploaded files that wait, MiB of all and of one tenant. */
  bytes: { all: 64 * 1_048_576, tenant: 32 * 1_048_576 },
} as const

const ofTenant = (jobs: readonly QueuedJob[], { tenant }: QueuedJob) => jobs.filter((job) => job.tenant === tenant)
const ofPerson = (jobs: readonly QueuedJob[], { userId }: QueuedJob) => jobs.filter((job) => job.userId === userId)
const bytesOf = (jobs: readonly QueuedJob[]) => jobs.reduce((sum, { bytes }) => sum + bytes, 0)

/** Whether one more may be asked for while these are open. */
export function mayJoin(open: readonly QueuedJob[], job: QueuedJob): boolean {
  const { open: most, bytes } = QUEUE_LIMITS
  const tenant = ofTenant(open, job)
  return (
    open.length < most.all &&
    tenant.length < most.tenant &&
    ofPerson(open, job).length < most.person &&
    bytesOf(open) + job.bytes <= bytes.all &&
    bytesOf(tenant) + job.bytes <= bytes.tenant
  )
}

/** Tenant -> the how-manieth start its last one was; a tenant that is not in it had none. */
export type Served = ReadonlyMap<string, number>

/**
 * The waiting job that runs next; undefined while none may. A person and a tenant never fill all places. Of the tenants
 * that may run one, the one with the fewest running goes first, then the one whose last turn was longest ago, so that a
 * hundred jobs of one do not block a single job of another. Then the oldest goes first.
 */
export function nextOf<J extends QueuedJob>(
  waiting: readonly J[],
  running: readonly J[],
  served: Served,
): J | undefined {
  const most = QUEUE_LIMITS.running
  if (running.length >= most.all) return undefined
  let next: { job: J; beside: number; turn: number } | undefined
  for (const job of waiting) {
    const [beside, turn] = [ofTenant(running, job).length, served.get(job.tenant) ?? 0]
    if (beside >= most.tenant || ofPerson(running, job).length >= most.person) continue
    if (!next || beside < next.beside || (beside === next.beside && turn < next.turn)) next = { job, beside, turn }
  }
  return next?.job
}

/** The waiting jobs in the order in which they will run, if the longest-running one always ends first. */
export function orderOf<J extends QueuedJob>(waiting: readonly J[], running: readonly J[], served: Served): J[] {
  const [left, busy, order] = [[...waiting], [...running], [] as J[]]
  const turns = new Map(served)
  let turn = Math.max(0, ...turns.values())
  while (left.length > 0) {
    const next = nextOf(left, busy, turns)
    if (next === undefined) busy.shift()
    else {
      left.splice(left.indexOf(next), 1)
      busy.push(next)
      order.push(next)
      turns.set(next.tenant, ++turn)
    }
  }
  return order
}

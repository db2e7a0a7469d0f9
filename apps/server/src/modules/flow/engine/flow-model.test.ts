import { isDeepStrictEqual } from 'node:util'
import type { ApprovalStep, FlowBranch, FlowModel, FlowStep } from '@sluice/contract'
import { flowProblems, isFork, placeOf, placesOf } from '@sluice/contract'
import { expect, test } from 'vitest'
import { taskRefusal, withdrawRefusal } from './flow-decide.rules.ts'
import { branchOf, enterApproval } from './flow-enter.rules.ts'
import { type FlowEvent, type FlowState, START_STEP, type TaskEvent, type TaskState } from './flow-event.rules.ts'
import { applied, earlierSteps, openTasks, replay } from './flow-state.rules.ts'

/** A small generator with a seed, so that a failure names the run that shows it. */
class Dice {
  #state: number
  constructor(seed: number) {
    this.#state = (seed * 2_654_435_761 + 1) >>> 0
  }
  /** A whole number from 0 up to, not including, n. */
  below(n: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((this.#state / 4_294_967_296) * n)
  }
  chance(of: number): boolean {
    return this.below(of) === 0
  }
  one<T>(list: readonly T[]): T {
    const found = list[this.below(list.length)]
    if (found === undefined) throw new Error('nothing to choose from')
    return found
  }
}

const PEOPLE = ['u1', 'u2', 'u3', 'u4', 'u5']
const ADMIN = 'admin'

function randomSteps(dice: Dice, depth: number, ids: { next: number }): FlowStep[] {
  return Array.from({ length: dice.below(depth > 2 ? 2 : 4) }, () => randomStep(dice, depth, ids))
}

function randomStep(dice: Dice, depth: number, ids: { next: number }): FlowStep {
  const id = `s${++ids.next}`
  const kind = dice.below(depth > 2 ? 6 : 10)
  if (kind >= 8) return { id, kind: 'PARALLEL', name: id, branches: randomBranches(dice, depth, ids, false) }
  if (kind >= 6) return { id, kind: 'CHOICE', name: id, branches: randomBranches(dice, depth, ids, true) }
  if (kind === 5) return { id, kind: 'DELAY', name: id, wait: { minutes: 5 } }
  if (kind === 4) return { id, kind: 'COPY', name: id, users: [dice.one(PEOPLE)], roles: [], starterAdds: false }
  return {
    id,
    kind: 'APPROVAL',
    name: id,
    approver: { by: 'USERS', users: ['u1'] },
    several: dice.one(['SEQUENTIAL', 'ALL', 'ONE']),
    nobody: dice.one([{ do: 'PASS' }, { do: 'REFUSE' }, { do: 'ADMIN' }, { do: 'USERS', users: ['u2'] }] as const),
    refusal: dice.one([{ do: 'END' }, { do: 'PREVIOUS' }, { do: 'STEP', step: 's1' }] as const),
    limit: null,
    rights: {},
  }
}

function randomBranches(dice: Dice, depth: number, ids: { next: number }, chooses: boolean): FlowBranch[] {
  const count = 2 + dice.below(2)
  return Array.from({ length: count }, (_, n) => ({
    id: `b${++ids.next}`,
    name: 'branch',
    logic: 'AND' as const,
    groups:
      chooses && n < count - 1
        ? [{ logic: 'AND' as const, conditions: [{ formId: 'n', operator: 'LT' as const, values: [dice.below(10)] }] }]
        : [],
    steps: randomSteps(dice, depth + 1, ids),
  }))
}

function randomModel(dice: Dice): FlowModel {
  const first: FlowStep = { ...randomStep(dice, 9, { next: 0 }), id: 's0' }
  return {
    form: [{ formId: 'n', tag: 'NUMBER', label: 'n', required: true }],
    process: {
      start: { starters: { users: [], depts: [], roles: [] }, rights: {} },
      steps: [first, ...randomSteps(dice, 0, { next: 0 })],
    },
    advanced: { autoSkipSame: dice.chance(2), withdrawAllowed: true },
  }
}

/** An instance that somebody plays with: events so far and the state that was carried along. */
class Play {
  readonly events: FlowEvent[] = []
  state: FlowState
  #minute = 0

  readonly model: FlowModel
  private readonly dice: Dice

  constructor(model: FlowModel, dice: Dice) {
    this.model = model
    this.dice = dice
    this.state = replay(model.process, [])
    this.add({ type: 'STARTED', by: dice.one(PEOPLE), at: this.now(), values: { n: dice.below(10) } })
    this.enterAll()
  }

  now(): string {
    return new Date(Date.UTC(2026, 0, 1) + ++this.#minute * 60_000).toISOString()
  }

  add(event: FlowEvent): void {
    this.events.push(event)
    this.state = applied(this.model.process, this.state, event)
  }

  /** What the service does after each event: enter whatever comes next. */
  enterAll(): void {
    for (let n = 0; this.state.next.length > 0; n++) {
      if (n > 500) throw new Error('it enters steps without end')
      const step = placeOf(this.model.process, this.state.next[0] ?? '')?.step
      if (!step) throw new Error('a step that is not there')
      this.add(this.entering(step))
    }
  }

  private entering(step: FlowStep): FlowEvent {
    const at = this.now()
    const some = () => PEOPLE.filter(() => this.dice.chance(2)).map((userId) => ({ userId }))
    if (step.kind === 'APPROVAL') {
      const people = this.dice.chance(4) ? [] : some()
      const admins = this.dice.chance(9) ? [] : [ADMIN]
      return enterApproval(
        step,
        this.state,
        { people, admins },
        {
          now: at,
          dueAt: null,
          skipSame: this.model.advanced.autoSkipSame,
        },
      )
    }
    if (step.kind === 'CHOICE') {
      const steered = { starter: { id: this.state.starterId, deptIds: [] }, places: new Map() }
      return {
        type: 'ENTERED',
        step: step.id,
        at,
        branch: branchOf(step.branches, this.model, this.state.values, steered).id,
      }
    }
    if (step.kind === 'COPY') return { type: 'ENTERED', step: step.id, at, asked: some() }
    return { type: 'ENTERED', step: step.id, at, ...(step.kind === 'DELAY' ? { until: at } : {}) }
  }

  /** Something that somebody, or a clock, might do now. */
  move(): void {
    const { dice, state } = this
    const waits = state.visits.filter(
      ({ step, end }) => !end && placeOf(this.model.process, step)?.step.kind === 'DELAY',
    )
    const pending = openTasks(state).filter(({ status }) => status === 'PENDING')
    const delay = waits.length > 0 && (pending.length === 0 || dice.chance(4)) ? dice.one(waits) : undefined
    if (delay) this.add({ type: 'DELAY_OVER', step: delay.step, at: this.now() })
    else this.onTask(dice.one(pending))
    this.enterAll()
  }

  private onTask(task: TaskState): void {
    const { dice } = this
    const at = this.now()
    const kind = dice.below(24)
    if (kind === 0) this.add({ type: 'REASSIGNED', task: task.no, to: ADMIN, at })
    else if (kind === 1 && task.step !== START_STEP) {
      const then = dice.one(['REMIND', 'PASS', 'REFUSE', 'ESCALATE'] as const)
      const event = { type: 'OVERDUE', step: task.step, at } as const
      this.add(then === 'ESCALATE' ? { ...event, then, to: [ADMIN] } : { ...event, then })
    } else if (kind === 2 && withdrawRefusal(this.state, this.state.starterId, true) === null) {
      this.add({ type: 'WITHDRAWN', by: this.state.starterId, at })
    } else {
      const event = this.randomEvent(task, at)
      if (taskRefusal(this.model.process, this.state, event) === null) this.add(event)
      else this.add({ type: 'REASSIGNED', task: task.no, to: `other${task.no}`, at })
    }
  }

  private randomEvent({ no: task, userId: by, step, ownerId }: TaskState, at: string): TaskEvent {
    const { dice } = this
    const said = { task, by, at, comment: 'because' }
    if (ownerId) return { ...said, type: 'GIVEN_BACK' }
    switch (dice.below(12)) {
      case 0:
        return { ...said, type: 'REJECTED' }
      case 1:
        return {
          ...said,
          type: 'RETURNED',
          to: dice.one([START_STEP, ...earlierSteps(this.model.process, this.state, step)]),
        }
      case 2:
        return { ...said, type: 'TRANSFERRED', to: dice.one(PEOPLE) }
      case 3:
        return { ...said, type: 'DELEGATED', to: dice.one(PEOPLE) }
      case 4:
        return { ...said, type: 'SIGNERS_ADDED', before: [dice.one(PEOPLE)] }
      case 5:
        return { ...said, type: 'CLAIMED' }
      case 6:
        return { ...said, type: 'APPROVED', after: [dice.one(PEOPLE)] }
      default:
        return { ...said, type: 'APPROVED' }
    }
  }
}

/** What is never so, whatever people and clocks do (domain 9.3, issue of the office). */
function broken({ model, state, events }: Play): string | null {
  const open = openTasks(state)
  const isDelay = (id: string) => placeOf(model.process, id)?.step.kind === 'DELAY'
  const waits = state.visits.some(({ step, end }) => !end && isDelay(step))
  if (state.status === 'RUNNING' && !waits && !open.some(({ status }) => status === 'PENDING')) return 'nobody to ask'
  if (state.status !== 'RUNNING' && (open.length > 0 || state.visits.some(({ end }) => !end)))
    return 'open after its end'
  const decided = events.flatMap((event) =>
    event.type === 'APPROVED' || event.type === 'REJECTED' || event.type === 'RETURNED' ? [event.task] : [],
  )
  if (new Set(decided).size < decided.length) return 'a task was decided twice'
  if (state.tasks.some((task, n) => task.no !== n + 1)) return 'tasks have other numbers'
  if (open.some(({ step }) => !state.visits.some((visit) => visit.step === step && !visit.end)))
    return 'a task without its step'
  const awake = open.some((task) => task.status === 'WAITING' && !isAheadOf(state, task))
  if (awake) return 'it waits for nobody'
  return state.status === 'APPROVED' ? wrongApproval(model, state) : null
}

function isAheadOf({ tasks }: FlowState, task: TaskState): boolean {
  const before = tasks.filter((one) => one.before === task.no)
  const first =
    before.length > 0 ? before : tasks.filter((one) => one.step === task.step && (one.turn ?? 99) < (task.turn ?? 0))
  return first.some(({ status }) => status === 'PENDING' || status === 'WAITING')
}

/** After its end: every approval that was passed has what it needs: of ALL everybody, of ONE one. */
function wrongApproval({ process }: FlowModel, { tasks, visits }: FlowState): string | null {
  for (const { step } of placesOf(process.steps)) {
    if (step.kind !== 'APPROVAL') continue
    const times = visits.filter((visit) => visit.step === step.id)
    const last = times.at(-1)
    if (!last || last.nobody === 'PASS') continue
    const of = tasks.filter((task) => task.step === step.id && task.visit === times.length)
    const wrong = wrongStep(step, of, last.overdue === true)
    if (wrong) return `${step.id}: ${wrong}`
  }
  return null
}

function wrongStep({ several }: ApprovalStep, tasks: readonly TaskState[], late: boolean): string | null {
  const agreed = tasks.filter(({ status }) => status === 'APPROVED')
  const left = tasks.filter(({ status }) => !['APPROVED', 'TRANSFERRED'].includes(status))
  if (!agreed.some(({ before }) => !before)) return 'nobody agreed'
  if (several === 'ONE' && left.every(({ extra }) => !extra)) return null
  // Who was late was replaced by somebody else.
  return left.every(({ status }) => late && status === 'CANCELLED') ? null : 'somebody did not agree'
}

test('whatever people, clocks and departures do, an instance asks somebody or has ended, and its events give its state', () => {
  const ends = new Map<string, number>()
  const wrong: string[] = []
  let moves = 0
  for (let seed = 1; moves < 100_000 && wrong.length === 0; seed++) {
    const play = new Play(randomModel(new Dice(seed)), new Dice(seed + 0x5eed))
    for (let n = 0; n < 60 && play.state.status === 'RUNNING' && !broken(play); n++, moves++) play.move()
    const found = broken(play)
    if (found) wrong.push(`seed ${seed}, after ${play.events.length} events: ${found}`)
    if (!isDeepStrictEqual(replay(play.model.process, play.events), play.state))
      wrong.push(`seed ${seed}: replayed otherwise`)
    ends.set(play.state.status, (ends.get(play.state.status) ?? 0) + 1)
  }
  expect(wrong).toEqual([])
  expect([...ends.keys()].sort()).toEqual(['APPROVED', 'REJECTED', 'RUNNING', 'WITHDRAWN'])
})

test('forks of the generator are real forks', () => {
  const models = Array.from({ length: 200 }, (_, seed) => randomModel(new Dice(seed)))
  const forks = models.flatMap(({ process }) => [...placesOf(process.steps)].filter(({ step }) => isFork(step)))
  expect(forks.length).toBeGreaterThan(100)
  expect(models.filter((model) => flowProblems(model).length === 0).length).toBeGreaterThan(50)
})

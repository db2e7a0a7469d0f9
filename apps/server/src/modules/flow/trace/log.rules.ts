import { type FlowProcess, type FlowTrace } from '@sluice/contract'
import type { FlowEvent, FlowState } from '../engine/flow-event.rules.ts'
import { applied, replay } from '../engine/flow-state.rules.ts'

type LogLine = FlowTrace['log'][number]

/** What the names of people and of the start are made with. */
interface Words {
  person(userId: string): string
  /** The name of a step, or of the start. */
  step(stepId: string): string | null
}

/** The history of a request, in order (domain 9.1). */
export function logOf(process: FlowProcess, events: readonly FlowEvent[], words: Words): LogLine[] {
  const lines: LogLine[] = []
  let state = replay(process, [])
  for (const event of events) {
    lines.push(...linesOf(event, state, words))
    state = applied(process, state, event)
  }
  const end = state.visits.reduce((last, visit) => ((visit.end ?? '') > last ? (visit.end ?? '') : last), '')
  if (state.status === 'APPROVED' || state.status === 'REJECTED') lines.push({ ...EMPTY, time: end, kind: 'ENDED' })
  return lines
}

const EMPTY = { byName: null, stepName: null, toName: null, comment: null }

function linesOf(event: FlowEvent, state: FlowState, words: Words): LogLine[] {
  const line = (kind: LogLine['kind'], more: Partial<LogLine> = {}): LogLine => ({
    ...EMPTY,
    time: event.at,
    kind,
    ...more,
  })
  switch (event.type) {
    case 'STARTED':
    case 'URGED':
    case 'WITHDRAWN':
      return [line(event.type, { byName: words.person(event.by) })]
    case 'COMMENTED':
      return [line(event.type, { byName: words.person(event.by), comment: event.text })]
    case 'TERMINATED':
      return [line(event.type, { byName: words.person(event.by), comment: event.reason })]
    case 'ENTERED':
      return enteredLines(event, words, line)
    case 'DELAY_OVER':
      return []
    case 'OVERDUE': {
      const stepName = words.step(event.step)
      return event.then === 'ESCALATE'
        ? event.to.map((to) => line('OVERDUE', { stepName, toName: words.person(to) }))
        : [line('OVERDUE', { stepName })]
    }
    case 'REASSIGNED': {
      const task = state.tasks[event.task - 1]
      const byName = task ? words.person(task.userId) : null
      return [line('REASSIGNED', { byName, stepName: words.step(task?.step ?? ''), toName: words.person(event.to) })]
    }
    default:
      return taskLines(event, state, words, line)
  }
}

type MakeLine = (kind: LogLine['kind'], more?: Partial<LogLine>) => LogLine

function enteredLines(event: Extract<FlowEvent, { type: 'ENTERED' }>, words: Words, line: MakeLine): LogLine[] {
  const { step, asked = [], nobody, until } = event
  const stepName = words.step(step)
  if (nobody)
    return [line('NOBODY', { stepName, toName: asked.map(({ userId }) => words.person(userId)).join(', ') || null })]
  if (asked.length === 0) return until ? [line('DELAYED', { stepName })] : []
  const agreed = asked.filter((one) => one.agreed)
  return agreed.map(({ userId }) => line('AGREED_BEFORE', { stepName, byName: words.person(userId) }))
}

type OfTask = Extract<FlowEvent, { task: number; by: string }>

function taskLines(event: OfTask, state: FlowState, words: Words, line: MakeLine): LogLine[] {
  const said = {
    byName: words.person(event.by),
    stepName: words.step(state.tasks[event.task - 1]?.step ?? ''),
    comment: 'comment' in event ? (event.comment ?? null) : null,
  }
  switch (event.type) {
    case 'RETURNED':
      return [line(event.type, { ...said, toName: words.step(event.to) })]
    case 'TRANSFERRED':
    case 'DELEGATED':
      return [line(event.type, { ...said, toName: words.person(event.to) })]
    case 'SIGNERS_ADDED':
      return event.before.map((to) => line(event.type, { ...said, toName: words.person(to) }))
    case 'APPROVED':
      return [
        line(event.type, said),
        ...(event.after ?? []).map((to) => line('SIGNERS_ADDED', { ...said, comment: null, toName: words.person(to) })),
      ]
    default:
      return [line(event.type, said)]
  }
}

import {
  type FlowModel,
  type FlowStep,
  type FlowTrace,
  isFork,
  placeOf,
  placesOf,
  type TraceNode,
} from '@sluice/contract'
import { type FlowState, START_STEP, type TaskState, type Visit } from '../engine/flow-event.rules.ts'

export const END_NODE = 'end'

type Names = (userId: string) => string
type Edge = FlowTrace['edges'][number]

/** What the nodes beside the process are made of. */
interface Frame {
  startTime: string
  endTime: string | null
  names: Names
  words: { start: string; end: string }
}

/** The nodes of the picture in the order of reading: done, where it stands, ahead, or never to be reached (OF-7). */
export function nodesOf({ process }: FlowModel, state: FlowState, frame: Frame): TraceNode[] {
  const visit = (id: string) => state.visits.findLast(({ step }) => step === id)
  const steps = [...placesOf(process.steps)].map(({ step, around }): TraceNode => {
    const last = visit(step.id)
    const lost = around.some(({ fork, branch }) => {
      const taken = visit(fork.id)?.branch
      return taken !== undefined && taken !== branch.id
    })
    return {
      ...EMPTY,
      id: step.id,
      name: step.name,
      kind: step.kind,
      state: stateOf(last, { lost, isOver: state.status !== 'RUNNING' }),
      branchName: isFork(step) ? (step.branches.find(({ id }) => id === last?.branch)?.name ?? null) : null,
      nobody: last?.nobody ?? null,
      time: last?.end ?? null,
      dueTime: last && !last.end ? (last.until ?? null) : null,
      people: peopleAt(state, step.id, frame.names),
    }
  })
  const { endTime } = frame
  const end = { id: END_NODE, name: frame.words.end, kind: 'END', time: endTime } as const
  return [startNode(state, frame), ...steps, { ...EMPTY, ...end, state: endTime === null ? 'OPEN' : 'DONE' }]
}

/** The start, with its starter, and what they were asked again. */
function startNode(state: FlowState, { startTime, names, words }: Frame): TraceNode {
  const back = state.visits.findLast(({ step }) => step === START_STEP)
  const starter = {
    no: 0,
    kind: 'APPROVE',
    step: START_STEP,
    visit: 0,
    userId: state.starterId,
    status: 'DONE',
  } as const
  return {
    ...EMPTY,
    id: START_STEP,
    name: words.start,
    kind: 'START',
    state: back && !back.end ? 'CURRENT' : 'DONE',
    time: startTime,
    people: [
      personOf({ ...starter, arrivedAt: startTime, finishedAt: startTime }, names),
      ...peopleAt(state, START_STEP, names),
    ],
  }
}

function peopleAt({ tasks }: FlowState, id: string, names: Names): TraceNode['people'] {
  return tasks.filter(({ step }) => step === id).map((task) => personOf(task, names))
}

const EMPTY = { branchName: null, nobody: null, time: null, dueTime: null, people: [] }

function stateOf(visit: Visit | undefined, { lost, isOver }: { lost: boolean; isOver: boolean }): TraceNode['state'] {
  if (visit) return visit.end ? 'DONE' : 'CURRENT'
  return lost || isOver ? 'SKIPPED' : 'OPEN'
}

function personOf(task: TaskState, names: Names): TraceNode['people'][number] {
  return {
    taskNo: task.no,
    userId: task.userId,
    name: names(task.userId),
    forName: task.forUserId ? names(task.forUserId) : null,
    status: task.status,
    auto: task.auto ?? false,
    arriveTime: task.arrivedAt ?? null,
    finishTime: task.finishedAt ?? null,
    comment: task.comment ?? null,
  }
}

/** The lines of the picture; one is taken when both its ends were reached, and of a choice when its branch was. */
export function edgesOf({ process }: FlowModel, state: FlowState): Edge[] {
  const seen = new Set([START_STEP, ...state.visits.map(({ step }) => step)])
  if (state.status !== 'RUNNING') seen.add(END_NODE)
  const edges: Edge[] = []
  const join = (from: readonly string[], to: string) => {
    for (const id of from)
      edges.push({ from: id, to, taken: seen.has(id) && seen.has(to) && isTaken(process, state, id, to) })
  }
  const last = walk(process.steps, [START_STEP], join)
  join(last, END_NODE)
  return edges
}

/** Joins the steps of a list; answers the nodes that lead on from its end. */
function walk(
  steps: readonly FlowStep[],
  from: readonly string[],
  join: (from: readonly string[], to: string) => void,
): string[] {
  let ends = [...from]
  for (const step of steps) {
    join(ends, step.id)
    ends = isFork(step)
      ? [...new Set(step.branches.flatMap(({ steps: inside }) => walk(inside, [step.id], join)))]
      : [step.id]
  }
  return ends
}

/** From a choice only the branch that was taken leads on. */
function isTaken(process: FlowModel['process'], state: FlowState, from: string, to: string): boolean {
  const step = placeOf(process, from)?.step
  if (step?.kind !== 'CHOICE') return true
  const branch = step.branches.find(({ id }) => id === state.visits.findLast((visit) => visit.step === from)?.branch)
  const first = branch?.steps[0]
  return first ? first.id === to : !step.branches.some(({ steps }) => steps[0]?.id === to)
}

import { diffOf, type Mutation } from './mutation.ts'

/** A mutant that no test can or should detect, and why. It still counts as survived. */
interface Accepted {
  path: string
  /** The changed line, and its replacement. */
  from: string
  to: string
  because: string
}

const topology = 'apps/server/src/modules/geography/network/topology.rules.ts'
const slower = 'everything falls into one cell: the same network, found more slowly'

const accepted: readonly Accepted[] = [
  {
    path: topology,
    from: 'return `${Math.floor(lng / SegmentGrid.#CELL) + dx} ${Math.floor(lat / SegmentGrid.#CELL) + dy}`',
    to: 'return `${Math.floor(lng / SegmentGrid.#CELL) + dx} ${Math.floor(lat * SegmentGrid.#CELL) + dy}`',
    because: slower,
  },
  {
    path: topology,
    from: 'const cell = (value: number, step: number) => Math.floor(value / step)',
    to: 'const cell = (value: number, step: number) => Math.floor(value * step)',
    because: slower,
  },
  {
    path: topology,
    from: 'const [stepX, stepY] = [SNAP_M / metresPerLng(Math.round(end[1])), SNAP_M / METRES_PER_LAT]',
    to: 'const [stepX, stepY] = [SNAP_M / metresPerLng(Math.round(end[1])), SNAP_M * METRES_PER_LAT]',
    because: slower,
  },
  {
    path: topology,
    from: 'const around = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].flatMap((dy) => cells.get(`${x + dx} ${y + dy}`) ?? []))',
    to: 'const around = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].flatMap((dy) => cells.get(`${x - dx} ${y + dy}`) ?? []))',
    because: 'the same nine cells in another order; one node in reach is enough',
  },
  {
    path: 'apps/server/src/modules/identity/people/tree.rules.ts',
    from: 'const parent = node.parentId === null ? undefined : nodes.get(node.parentId)',
    to: 'const parent = false ? undefined : nodes.get(node.parentId)',
    because: 'no row has the id null: the same answer, looked up',
  },
  {
    path: 'apps/server/src/modules/command/admission.rules.ts',
    from: 'return null',
    to: 'return undefined',
    because: 'the caller asks whether there is a refusal, not which kind of nothing',
  },
  {
    path: 'apps/server/src/modules/identity/people/avatar.service.ts',
    from: 'const picture = /^[0-9a-f]{32}\\.webp$/.test(name) ? await readAvatar(db, name) : null',
    to: 'const picture = true ? await readAvatar(db, name) : null',
    because: 'a name that nobody gave finds nothing either: the pattern only spares the store the question',
  },
  {
    path: 'apps/server/src/modules/command/command.service.ts',
    from: "if (!first) throw new AppError('conflict')",
    to: 'if (!first) ;',
    because: 'the row whose key was met is there, unless its partition is dropped between two statements',
  },
  {
    path: 'apps/server/src/modules/command/command-execution.ts',
    from: 'if (now() >= until) return false',
    to: 'if (now() >= until) return undefined',
    because: 'the caller asks whether it left, not which kind of no',
  },
  {
    path: 'apps/server/src/platform/run/job-run.store.ts',
    from: 'if (!isRowId(id)) return false',
    to: 'if (!isRowId(id)) return undefined',
    because: 'the caller asks whether there was one, not which kind of no',
  },
  {
    path: 'packages/kit/src/calendar.ts',
    from: 'if (!clock) {',
    to: 'if (true) {',
    because: 'the clock of a zone is made anew for each question: the same answers, more slowly',
  },
  {
    path: 'apps/server/src/modules/command/command.service.ts',
    from: 'const after = { commandId: id, code, params, reason, ...(batch ? { batch } : {}) }',
    to: 'const after = { commandId: id, code, params, reason, ...(true ? { batch } : {}) }',
    because: 'the line is stored as JSON, which leaves undefined out',
  },
  {
    path: 'apps/server/src/platform/resource/resource-tree.store.ts',
    from: "const mark = isTenantTable(table) ? unscopedMark('tree') : sql``",
    to: "const mark = true ? unscopedMark('tree') : sql``",
    because: 'the mark is a comment of the statement: on a table without tenants it says nothing',
  },
  {
    path: 'apps/server/src/modules/command/dispatcher.ts',
    from: 'if (lane?.size === 0) this.#lanes.delete(execution.lane as string)',
    to: 'if (false) this.#lanes.delete(execution.lane as string)',
    because: 'an empty lane has no next command: the same ones go, only memory keeps its name',
  },
  {
    path: 'apps/server/src/modules/command/pending-responses.ts',
    from: 'if (waiters.size === 0) this.#waiters.delete(execution)',
    to: 'if (false) this.#waiters.delete(execution)',
    because: 'nobody is left to release: the same calls go on, only memory keeps the empty set',
  },
  {
    path: 'apps/server/src/modules/telemetry/condition/silence.service.ts',
    from: 'if (behind.length > 0)',
    to: 'if (true)',
    because: 'without anybody behind it no row changes: the guard only spares the store the question',
  },
]

export function reasonFor(source: string, mutation: Mutation): string | undefined {
  const [from, to] = diffOf(source, mutation)
  return accepted.find((one) => one.path === mutation.path && from === `- ${one.from}` && to === `+ ${one.to}`)?.because
}

/** A place of the picture, in columns and rows. */
interface Place {
  x: number
  y: number
}

export interface Picture {
  columns: number
  rows: number
  places: ReadonlyMap<string, Place>
  /** The way of each edge from row to row. */
  ways: readonly { from: string; to: string; taken: boolean; points: readonly Place[] }[]
}

interface Edge {
  from: string
  to: string
  taken: boolean
}

/** Each node stands in the row below the lowest of those that lead to it. */
function rowsOf(nodes: readonly { id: string }[], edges: readonly Edge[]): Map<string, number> {
  const rows = new Map(nodes.map(({ id }) => [id, 0]))
  const rowOf = (id: string) => rows.get(id) ?? 0
  // A picture of n nodes settles in n rounds; edges in a circle do not.
  for (let round = 0; round < nodes.length; round++)
    for (const { from, to } of edges)
      if (rowOf(to) <= rowOf(from) && rowOf(from) + 1 < nodes.length) rows.set(to, rowOf(from) + 1)
  return rows
}

interface Spot {
  id: string
  above: string[]
}

/** Nodes by row, and in the rows that an edge passes a spot that nothing else stands on. */
function spotsOf(nodes: readonly { id: string }[], edges: readonly Edge[], rowOf: ReadonlyMap<string, number>) {
  const spots: Spot[][] = []
  const put = (row: number, id: string): Spot => {
    const line = (spots[row] ??= [])
    const known = line.find((one) => one.id === id)
    if (known) return known
    const spot = { id, above: [] }
    line.push(spot)
    return spot
  }
  const chains = edges.map(({ from, to }, n) => {
    const [first, last] = [rowOf.get(from) ?? 0, rowOf.get(to) ?? 0]
    const chain = [from]
    put(first, from)
    for (let row = first + 1; row <= last; row++) {
      const id = row === last ? to : `${n}:${row}`
      put(row, id).above.push(chain.at(-1)!)
      chain.push(id)
    }
    return last > first ? chain : [from, to]
  })
  for (const { id } of nodes) put(rowOf.get(id) ?? 0, id)
  return { spots, chains }
}

const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length

/** Every row as near as it can be to what leads to it, beside each other in the order of the edges. */
function columnsOf(spots: readonly (readonly Spot[])[]): Map<string, number> {
  const columns = new Map<string, number>()
  for (const line of spots) {
    const wanted = line.map((spot, n) => {
      if (spot.above.length !== 1)
        return spot.above.length === 0 ? n : mean(spot.above.map((id) => columns.get(id) ?? 0))
      const [parent] = spot.above
      const beside = line.filter(({ above }) => above.length === 1 && above[0] === parent)
      return (columns.get(parent!) ?? 0) + beside.indexOf(spot) - (beside.length - 1) / 2
    })
    const order = line.map((_, n) => n).toSorted((a, b) => wanted[a]! - wanted[b]!)
    const xs: number[] = []
    for (const n of order) xs.push(Math.max(wanted[n]!, (xs.at(-1) ?? Number.NEGATIVE_INFINITY) + 1))
    const shift = mean(wanted) - mean(xs)
    for (const [at, n] of order.entries()) columns.set(line[n]!.id, xs[at]! + shift)
  }
  return columns
}

/** OF-7: where the steps of a request stand, from top to bottom, so that no line runs through a step. */
export function placePicture(nodes: readonly { id: string }[], edges: readonly Edge[]): Picture {
  const ids = new Set(nodes.map(({ id }) => id))
  const known = edges.filter(({ from, to }) => ids.has(from) && ids.has(to))
  const rowOf = rowsOf(nodes, known)
  const { spots, chains } = spotsOf(nodes, known, rowOf)
  const columns = columnsOf(spots)
  const left = Math.min(...columns.values())
  const places = new Map<string, Place>()
  for (const [y, line] of spots.entries())
    for (const { id } of line) places.set(id, { x: (columns.get(id) ?? 0) - left, y })
  return {
    columns: Math.max(0, ...[...places.values()].map(({ x }) => x)) + 1,
    rows: spots.length,
    places,
    ways: known.map((edge, n) => ({ ...edge, points: chains[n]!.map((id) => places.get(id)!) })),
  }
}

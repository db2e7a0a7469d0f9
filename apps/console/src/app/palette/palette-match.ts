/** Where a text contains the query: start and end of each part, in order. */
export type Marks = readonly (readonly [number, number])[]

export interface Match {
  /** A smaller distance is a better match. */
  distance: number
  marks: Marks
}

interface Named {
  title: string
  /** Other names of the same choice: route name, the title in the other language, initials. Matched, never shown. */
  words: readonly string[]
}

const WORD_BREAK = /[\s/·\-_#]/
const HIDDEN_WORD = 4

function inTitle(title: string, token: string): { distance: number; at: number } | null {
  const at = title.indexOf(token)
  if (at < 0) return null
  if (at === 0) return { distance: title.length === token.length ? 0 : 1, at }
  return { distance: WORD_BREAK.test(title[at - 1]!) ? 2 : 3, at }
}

function inWords(words: readonly string[], token: string): number | null {
  const ranks = words
    .map((word) => word.toLowerCase())
    .filter((word) => word.includes(token))
    .map((word) => HIDDEN_WORD + (word.startsWith(token) ? 0 : 1))
  return ranks.length > 0 ? Math.min(...ranks) : null
}

/** Every typed word must match the title or one of the other names; null otherwise. */
export function match({ title, words }: Named, query: string): Match | null {
  const lower = title.toLowerCase()
  let distance = 0
  const marks: [number, number][] = []
  for (const token of query.toLowerCase().split(/\s+/).filter(Boolean)) {
    const found = inTitle(lower, token)
    const step = found ? found.distance : inWords(words, token)
    if (step === null) return null
    if (found) marks.push([found.at, found.at + token.length])
    distance += step
  }
  return { distance, marks: merged(marks) }
}

function merged(marks: readonly [number, number][]): Marks {
  const result: [number, number][] = []
  for (const [start, end] of marks.toSorted(([one], [other]) => one - other)) {
    const last = result.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else result.push([start, end])
  }
  return result
}

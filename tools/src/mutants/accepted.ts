import { diffOf, type Mutation } from './mutation.ts'

/** A mutant that no test can or should tell from the product, and why. Counted as survived all the same. */
interface Accepted {
  path: string
  /** The changed line, and what it became. */
  from: string
  to: string
  because: string
}

const accepted: readonly Accepted[] = []

export function reasonFor(source: string, mutation: Mutation): string | undefined {
  const [from, to] = diffOf(source, mutation)
  return accepted.find((one) => one.path === mutation.path && from === `- ${one.from}` && to === `+ ${one.to}`)?.because
}

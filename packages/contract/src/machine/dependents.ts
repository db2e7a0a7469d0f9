import { z } from 'zod'

const dependentsSchema = z.object({
  /** The resource whose rows refer to what was to be deleted, and the field they do it by. */
  resource: z.string(),
  field: z.string(),
  /** How many of them the session sees; `more` when there are still others, which were not counted. */
  count: z.int(),
  more: z.boolean(),
  /** Rows outside the session's data scope are among them: they count, and are not named. */
  hidden: z.boolean(),
  /** The names of the first few. */
  names: z.array(z.string()),
})
/** Rows that stand in the way of a deletion. */
export type Dependents = z.infer<typeof dependentsSchema>

/** The dependents in the facts of a refused deletion; none when it was refused for another reason. */
export function dependentsIn(facts: unknown): readonly Dependents[] {
  return z.object({ dependents: z.array(dependentsSchema) }).safeParse(facts).data?.dependents ?? []
}

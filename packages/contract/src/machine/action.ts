import type { Operation } from './operation.ts'
import type { Words } from './words.ts'

/** What is known beside a row when it is asked what can be done with it. */
export interface Circumstances {
  /** Who asks. */
  userId: string | undefined
  /** How many rows hang on it in a tree. */
  below: number
}

interface Called<Name extends string> {
  /** Unique among the actions of its resource. */
  name: Name
  label: Words
  /** What the right to it is called, where that is not its label. */
  right?: Words
}

/** What happens: one of a call, a change of the row itself, an address, a form of the console. */
type Effect<Row> =
  | {
      call: Operation
      /** What is sent: the row's id, unless said otherwise. */
      send?(row: Row): object
    }
  | {
      /** What becomes of the row: the `update` of its resource, with the right to that. */
      change(row: Row): object
    }
  | {
      /** Where it leads; needs a right only where one is named. */
      to(row: Row): string
      key?: string
    }
  | {
      /** The console has a form for it, which calls this; or needs a right only where one is named. */
      form: Operation | true
      key?: string
    }

/**
 * One thing that can be done with rows beside their CRUD: the console draws it, asks, does it, says so and reads again.
 * Without the right to it, it is left out; where it cannot be done now, it stays and says why.
 */
export type ActionOfRow<Row, Name extends string = string> = Called<Name> &
  Effect<Row> & {
    /** Beside the row unless said otherwise. On a selection it is done to each row that it can be done to. */
    on?: readonly ('row' | 'selection')[]
    /** The rows it is meant for; the others are not offered it. */
    suits?(row: Row): boolean
    /** Why it cannot be done to this row now. */
    unless?(row: Row, circumstances: Circumstances): Words | null
    danger?: true
    /** What is asked first, in red; the answer yes is the action's label, unless said otherwise. */
    confirm?: { title?: Words; text(row: Row, count: number): Words; yes?: Words }
    /** What is said when it is done, of the first row and how many there were. */
    done?(row: Row, count: number): Words
  }

/** One thing that is done beside all rows: a form of the console. */
export interface ActionOfList<Name extends string = string> extends Called<Name> {
  form: Operation | true
  key?: string
}

/** The permission key that an action needs; undefined where everybody who sees the row may. */
export function actionKey(action: ActionOfRow<never> | ActionOfList, updateKey: string): string | undefined {
  if ('change' in action) return updateKey
  if ('key' in action) return action.key
  const operation = 'call' in action ? action.call : 'form' in action && action.form !== true ? action.form : undefined
  return typeof operation?.access === 'object' ? operation.access.key : undefined
}

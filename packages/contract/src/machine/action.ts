import type { Operation } from './operation.ts'
import type { Words } from './words.ts'

/** What is known in addition to a row when its actions are determined. */
export interface Circumstances {
  /** The id of the present user. */
  userId: string | undefined
  /** How many rows hang on it in a tree. */
  below: number
}

interface Called<Name extends string> {
  /** Unique among the actions of its resource. */
  name: Name
  label: Words
  /** The name of its permission, where that is not its label. */
  right?: Words
}

/** The letters that no list takes for itself (docs/spec/look.md#8). */
export type ActionLetter = 'a' | 'c' | 'd' | 'e' | 'i' | 'm' | 'n' | 'o' | 's' | 'w'

/** The effect: one of a call, a change of the row itself, an address, a form of the console. */
type Effect<Row> =
  | {
      call: Operation
      /** The input: the row's id unless given. */
      send?(row: Row): object
      /**
       * The input for all rows at once, those too that it cannot be done to now: its answer says what was done of each, which
       * the screen tells (slot `onAnswer`).
       */
      sendAll?(rows: readonly Row[]): object
    }
  | {
      /** The new values of the row: an `update` of its resource, with the permission for that. */
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
 * An action on rows apart from their CRUD: the console draws it, asks, does it, reports it and reads again. Without the
 * permission it is hidden; where it is not possible now, it is shown with the reason.
 */
export type ActionOfRow<Row, Name extends string = string> = Called<Name> &
  Effect<Row> & {
    /** On the row by default. On a selection it is done for each row that allows it. */
    on?: readonly ('row' | 'selection')[]
    /** The rows it is meant for; the others are not offered it. */
    suits?(row: Row): boolean
    /** Why it cannot be done to this row now. */
    unless?(row: Row, circumstances: Circumstances): Words | null
    danger?: true
    /** The key that does it to the row with the focus, and on the page of a row. Nothing that moves a device has one. */
    letter?: ActionLetter
    /** The question before it, in red; the label of its yes is the action's label by default. */
    confirm?: { title?: Words; text(row: Row, count: number): Words; yes?: Words }
    /** The message when it is done, about the first row and their number. */
    done?(row: Row, count: number): Words
  }

/** An action on the list as a whole: a form of the console. */
export interface ActionOfList<Name extends string = string> extends Called<Name> {
  form: Operation | true
  key?: string
}

/** The permission key that an action needs; undefined where everyone who sees the row may do it. */
export function actionKey(action: ActionOfRow<never> | ActionOfList, updateKey: string): string | undefined {
  if ('change' in action) return updateKey
  if ('key' in action) return action.key
  const operation = 'call' in action ? action.call : 'form' in action && action.form !== true ? action.form : undefined
  return typeof operation?.access === 'object' ? operation.access.key : undefined
}

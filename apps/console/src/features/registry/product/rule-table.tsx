import type { ProductModel, ScriptFault } from '@sluice/contract'
import type { ReactNode } from 'react'
import type { Vocabulary } from './draft/model-words.ts'

/** What tables of rules share: what may be chosen, what is wrong, and the metric that is looked at. */
export interface RulesProps<Uplink> {
  uplink: Uplink
  vocabulary: Vocabulary
  /** What the model reports, in its order. */
  points: readonly string[]
  choices: readonly { value: string; label: string }[]
  problems: Readonly<Record<string, string>>
  readOnly: boolean
  /** What is wrong with the payload script, as far as it is known. */
  scriptFault: ScriptFault | null
  /** The metric chosen anywhere on the page. */
  chosen: string | null
  onChoose: (key: string) => void
  onChange: (uplink: Uplink) => void
}

/** What tables of commands share. */
export interface CommandProps {
  model: ProductModel
  problems: Readonly<Record<string, string>>
  readOnly: boolean
  onChange: (model: ProductModel) => void
}

interface RuleTableProps {
  title: string
  count: number
  columns: readonly string[]
  /** Shown while there are no rules. */
  hint: string
  add: ReactNode
  children: ReactNode
}

/** A table of rules that are edited in place. */
export function RuleTable({ title, count, columns, hint, add, children }: RuleTableProps) {
  return (
    <section className="rule-part" aria-label={title}>
      <div className="row between rule-head">
        <h3>
          {title} <small className="t3 num">{count}</small>
        </h3>
        {add}
      </div>
      {count === 0 ? (
        <p className="hint">{hint}</p>
      ) : (
        <div className="rule-scroll">
          <table className="plain rule-table">
            <thead>
              <tr>
                {columns.map((name, n) => (
                  <th key={n} scope="col">
                    {name}
                  </th>
                ))}
                <th aria-hidden />
              </tr>
            </thead>
            <tbody>{children}</tbody>
          </table>
        </div>
      )}
    </section>
  )
}

import type { FaultTrigger } from '@sluice/contract'
import { comparedText, valueText } from '../../domain/limit/limit-text.ts'
import { useText } from '../../lib/text/text.ts'
import { useUnits } from '../../lib/text/units.ts'

interface RaisedRow {
  trigger?: FaultTrigger | null
  valueAtStart: string | null
  thresholdText: string | null
}

/**
 * The value that raised a fault, or the limit it was beyond, in the reader's unit; one that does not say its unit, and what no
 * limit found, is told as the server does.
 */
export function Raised({ row, part }: { row: RaisedRow; part: 'value' | 'limit' }) {
  useText()
  useUnits()
  const { trigger, valueAtStart, thresholdText } = row
  const stored = part === 'value' ? valueAtStart : thresholdText
  if (!trigger || trigger.unit === undefined) return <span className="num">{stored}</span>
  const { unit, decimals } = trigger
  const metric = { unit, ...(decimals !== undefined && { decimals }) }
  return (
    <span className="num">
      {part === 'value' ? valueText(trigger.key, trigger.v, metric) : comparedText(trigger, metric)}
    </span>
  )
}

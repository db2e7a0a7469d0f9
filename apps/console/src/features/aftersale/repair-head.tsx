import { repairRecordResource, type RepairRow } from '@sluice/contract'
import { useMemo } from 'react'
import { useMobile } from '../../lib/page/width.ts'
import { byName, useText, t } from '../../lib/text/text.ts'
import { DetailHead } from '../../parts/detail-page/detail-head.tsx'
import { Glyph, levelGlyph } from '../../parts/icon/glyphs.tsx'
import type { RowAction } from '../../parts/list/table/row-actions.tsx'
import { asEntered } from './field/field.rules.ts'
import { useWaiting } from './field/repair-outbox.ts'
import { headSteps, isTestDue } from './head-steps.rules.ts'
import { useRetest } from './use-retest.ts'

/** More of a problem than this stands among the facts. */
const PROBLEM_CHARS = 60

function problemOf({ faultCode, problem }: RepairRow): string {
  if (faultCode) return byName(`fault.${faultCode}`, faultCode)
  const [first = ''] = problem.split('\n')
  return first.length > PROBLEM_CHARS ? `${first.slice(0, PROBLEM_CHARS)}…` : first
}

/** An order is called by what is broken, and where. */
export const repairTitle = (row: RepairRow): string =>
  t('repair.title', { device: row.deviceIdName ?? row.repairNo, problem: problemOf(row) })

interface RepairHeadProps {
  row: RepairRow
  actions: readonly RowAction[]
  list: string
}

/** Name, state and steps of an order; on a phone the steps beside the device are in the bar at the thumb. */
export function RepairHead({ row: stored, actions, list }: RepairHeadProps) {
  const { t } = useText()
  const waiting = useWaiting(stored.id)
  const row = useMemo(() => asEntered(stored, waiting), [stored, waiting])
  const { may, isRunning, canReach, busy, label, start } = useRetest(stored)
  const isMobile = useMobile()
  const isDue = may && !isRunning && isTestDue(row)
  const retest = {
    key: 'retest',
    label,
    because: canReach ? null : t('retest.needsLine'),
    onClick: () => void (busy || start()),
  }
  const offered = headSteps({ actions, retest: isDue ? retest : null, inBar: isMobile })
  return (
    <DetailHead
      resource={repairRecordResource}
      row={row}
      title={repairTitle(row)}
      mark={<Glyph name={levelGlyph(row.level)} toned />}
      actions={offered.actions}
      quiet={!offered.isNext}
      list={list}
    />
  )
}

import { type alarmLimitResource, type AlarmLimitRow, LIMIT_SCOPES } from '@sluice/contract'
import { useMemo } from 'react'
import { byName, useText } from '../../../lib/text/text.ts'
import type { FormSlots } from '../../../parts/form/form-drawer.tsx'
import type { FieldShape, FormShape } from '../../../parts/form/form-rules.ts'
import { LIMIT_CONTROLS, useLimitValues } from './limit-controls.tsx'
import { LimitPreview } from './limit-preview.tsx'
import { LimitTarget } from './limit-target.tsx'
import { idleFields, type LimitValues, TARGET_FIELDS, withoutIdle } from './limit-values.rules.ts'

type Resource = typeof alarmLimitResource

const HIDDEN: FieldShape = { hidden: true }
const NEEDED: FieldShape = { required: true }

/** The target that its scope asks for, and what its comparison compares with. */
function useLimitShape(values: LimitValues, row: AlarmLimitRow | null): FormShape<Resource> {
  const scope = row?.scope ?? values.scope
  const op = values.op ?? row?.op
  return useMemo(() => {
    const targets = LIMIT_SCOPES.map((one) => [TARGET_FIELDS[one], one === scope ? NEEDED : HIDDEN] as const)
    const idle = idleFields(op)
    const compared = (['value', 'value2', 'equals'] as const).map((name) => [name, NEEDED] as const)
    return Object.fromEntries([...targets, ...compared, ...idle.map((name) => [name, HIDDEN] as const)])
  }, [scope, op])
}

/** What a stored limit applies to, which stays as it is. */
function StoredTarget() {
  useText()
  const { scope, deviceTypeCode, target } = useLimitValues() as Partial<AlarmLimitRow>
  if (!target || !scope) return null
  return (
    <div className="limit-stored">
      <span className="t3">{byName('alarmLimit.target')}</span>
      <LimitTarget scope={scope} deviceTypeCode={deviceTypeCode ?? null} target={target} />
    </div>
  )
}

function TimeHead() {
  const { t } = useText()
  return <h3 className="part-title limit-time">{t('limit.timeHead')}</h3>
}

/** The form of a limit; what it would have done is shown before it is saved. */
export const LIMIT_FORM: FormSlots<Resource> = {
  initial: { enabled: true },
  useShape: useLimitShape,
  controls: LIMIT_CONTROLS,
  // Beside what it follows from: below the whole form nobody would see it.
  above: { key: <StoredTarget />, faultCode: <LimitPreview />, windowFrom: <TimeHead /> },
  finish: withoutIdle,
}

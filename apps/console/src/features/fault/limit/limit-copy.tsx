import { alarmLimitResource, type AlarmLimitRow, COPY_MOST, copyLimit, type InputOf } from '@sluice/contract'
import { Form, Segmented } from 'antd'
import { useState } from 'react'
import { call } from '../../../lib/api/api.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { toast } from '../../../lib/page/toast.ts'
import { formatNumber } from '../../../lib/text/reading-format.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { RefsSelect } from '../../../parts/form/refs-select.tsx'
import { requiredMark } from '../../../parts/form/required-mark.tsx'
import { SideDialog } from '../../../parts/overlay/side-dialog.tsx'
import { LimitSentence } from './limit-cells.tsx'
import { TARGET_FIELDS } from './limit-values.rules.ts'

type Scope = InputOf<typeof copyLimit>['scope']

/** Whose rows the targets of each scope are. */
const TARGETS = { PRODUCT: 'product', GROUP: 'deviceGroup', DEVICE: 'device' } as const satisfies Record<Scope, string>
const SCOPES = Object.keys(TARGETS) as Scope[]
const wordOf = (scope: Scope) => byName(`alarmLimit.${TARGET_FIELDS[scope]}`)

/** The same limit for further products, groups or devices. */
export function LimitCopy({ limit, onClose }: { limit: AlarmLimitRow; onClose: () => void }) {
  const { t } = useText()
  const { busy, mutate } = useMutation(alarmLimitResource.name)
  const [scope, setScope] = useState<Scope>(limit.scope === 'TYPE' ? 'PRODUCT' : limit.scope)
  const [targetIds, setTargetIds] = useState<string[]>([])
  const apply = async () => {
    const done = await mutate(async () => {
      const { inserted, updated } = await call(copyLimit, { id: limit.id, scope, targetIds })
      toast('success', t('limit.copied', { inserted: formatNumber(inserted), updated: formatNumber(updated) }))
    })
    if (done) onClose()
  }
  return (
    <SideDialog
      title={t('limit.copyTitle', { target: limit.target })}
      busy={busy}
      ready={targetIds.length > 0}
      onConfirm={() => void apply()}
      onClose={onClose}
    >
      <p className="limit-copied">
        <LimitSentence row={limit} />
      </p>
      <Form layout="vertical" requiredMark={requiredMark}>
        <Form.Item label={t('limit.copyScope')} extra={t('limit.copyHint')}>
          <Segmented<Scope>
            block
            aria-label={t('limit.copyScope')}
            value={scope}
            onChange={(next) => {
              setScope(next)
              setTargetIds([])
            }}
            options={SCOPES.map((value) => ({ value, label: wordOf(value) }))}
          />
        </Form.Item>
        <Form.Item label={wordOf(scope)} required>
          <RefsSelect
            key={scope}
            to={TARGETS[scope]}
            value={targetIds}
            onChange={setTargetIds}
            most={COPY_MOST}
            aria-label={wordOf(scope)}
          />
        </Form.Item>
      </Form>
    </SideDialog>
  )
}

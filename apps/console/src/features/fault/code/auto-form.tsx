import {
  AUTO_ACTIONS,
  AUTO_STEP,
  type AutoAction,
  faultCodeResource,
  type FaultCodeRow,
  setAutoAction,
} from '@sluice/contract'
import { Form, InputNumber, Segmented, Switch } from 'antd'
import { useState } from 'react'
import { call } from '../../../lib/api/api.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { ask } from '../../../lib/page/ask.ts'
import { useText } from '../../../lib/text/text.ts'
import { requiredMark } from '../../../parts/form/required-mark.tsx'
import { SideDialog } from '../../../parts/overlay/side-dialog.tsx'
import { autoWord } from './auto-word.ts'

const NONE = 'NONE'
const CHOICES = [NONE, ...AUTO_ACTIONS] as const
const USUAL_STEP = 10

/** What the platform does by itself when a fault of a code begins, and whether it does. */
export function AutoForm({ code, onClose }: { code: FaultCodeRow; onClose: () => void }) {
  const { t } = useText()
  const { busy, mutate } = useMutation(faultCodeResource.name)
  const [choice, setChoice] = useState<AutoAction | typeof NONE>(code.autoAction ?? NONE)
  const [step, setStep] = useState<number | null>(code.autoStepPct ?? USUAL_STEP)
  const [wanted, setWanted] = useState(code.autoOn === true)
  const action = choice === NONE ? null : choice
  const on = wanted && action !== null
  const stepPct = action === 'STEP_CLOSE' ? step : null
  const apply = async () => {
    if (on) {
      const text = t('autoForm.ask', { fault: code.name, action: autoWord(action, stepPct) })
      const words = { title: t('ask.title'), text, confirm: t('autoForm.turnOn'), cancel: t('action.cancel') }
      if (!(await ask({ ...words, danger: true }))) return
    }
    const input = { id: code.id, version: code.version, action, stepPct, on }
    if (await mutate(() => call(setAutoAction, input), { done: t('autoForm.saved') })) onClose()
  }
  return (
    <SideDialog
      title={t('autoForm.title', { fault: code.name })}
      busy={busy}
      ready={action !== 'STEP_CLOSE' || step !== null}
      onConfirm={() => void apply()}
      onClose={onClose}
    >
      <Form layout="vertical" requiredMark={requiredMark}>
        <Form.Item label={t('faultCode.autoAction')}>
          {/* As wide as its words: shared evenly, an English one would not fit on a telephone. */}
          <Segmented<AutoAction | typeof NONE>
            aria-label={t('faultCode.autoAction')}
            value={choice}
            onChange={setChoice}
            options={CHOICES.map((value) => ({
              value,
              label: value === NONE ? t('autoForm.none') : autoWord(value, null),
            }))}
          />
        </Form.Item>
        {action === 'STEP_CLOSE' && (
          <Form.Item label={t('faultCode.autoStepPct')} required>
            <InputNumber<number>
              aria-label={t('faultCode.autoStepPct')}
              {...AUTO_STEP}
              precision={0}
              controls={false}
              suffix="%"
              style={{ width: '100%' }}
              value={step}
              onChange={setStep}
            />
          </Form.Item>
        )}
        {action !== null && (
          <Form.Item label={t('faultCode.autoOn')} extra={t('autoForm.onHint')}>
            <Switch aria-label={t('faultCode.autoOn')} checked={wanted} onChange={setWanted} />
          </Form.Item>
        )}
      </Form>
    </SideDialog>
  )
}

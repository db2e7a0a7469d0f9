import { explainQuestion, type ExplainedAnswer, type ExplainedEntry } from '@sluice/contract'
import { useMemo, useState } from 'react'
import { call } from '../../../lib/api/api.ts'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { RefSelect } from '../../../parts/form/ref-select.tsx'
import { Reasons } from './reasons.tsx'
import { Select } from '../../../parts/control/select.tsx'

interface PermissionQuestionProps {
  userId: string
  entries: readonly ExplainedEntry[]
}

/** May this user do this, to this device? Shows the server's answer with its chain of reasons. */
export function PermissionQuestion({ userId, entries }: PermissionQuestionProps) {
  const { t } = useText()
  const [key, setKey] = useState<string>()
  const [deviceId, setDeviceId] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<ExplainedAnswer | null>(null)
  const options = useMemo(
    () =>
      entries.flatMap((entry) =>
        entry.permission === null ? [] : [{ value: entry.permission, label: `${entry.title} ${entry.permission}` }],
      ),
    [entries],
  )

  const askIt = async () => {
    if (key === undefined) return
    setBusy(true)
    try {
      setAnswer(await call(explainQuestion, { userId, key, deviceId }))
    } catch {
      // The request layer shows the failure.
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <div className="explain-ask">
        <label>
          {t('explain.action')}
          <Select<string>
            value={key ?? null}
            options={options}
            showSearch={{ optionFilterProp: 'label' }}
            placeholder={t('form.choose')}
            aria-label={t('explain.action')}
            onChange={(next) => {
              setKey(next)
              setAnswer(null)
            }}
          />
        </label>
        <label>
          {t('explain.device')}
          <RefSelect
            to="device"
            value={deviceId ?? null}
            placeholder={t('explain.anyDevice')}
            aria-label={t('explain.device')}
            onChange={(next) => {
              setDeviceId(next)
              setAnswer(null)
            }}
          />
        </label>
        <Button kind="theme" disabled={busy || key === undefined} aria-busy={busy} onClick={() => void askIt()}>
          {t('explain.ask')}
        </Button>
      </div>
      <div aria-live="polite">
        {answer && (
          <>
            <p className="verdict">{t(answer.may ? 'explain.may' : 'explain.mayNot')}</p>
            <Reasons reasons={answer.reasons} />
          </>
        )}
      </div>
    </>
  )
}

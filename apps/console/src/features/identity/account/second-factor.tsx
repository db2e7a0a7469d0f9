import { disableTotp, type OutputOf, renewRecoveryCodes, totpState } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answerKey, useAnswer } from '../../../lib/api/answer.ts'
import { call } from '../../../lib/api/api.ts'
import { showTime } from '../../../lib/time/clock.ts'
import { useText } from '../../../lib/text/text.ts'
import { toast } from '../../../lib/page/toast.ts'
import { Button } from '../../../parts/button/button.tsx'
import { Fetched } from '../../../parts/fetched/fetched.tsx'
import { SideDialog } from '../../../parts/overlay/side-dialog.tsx'
import { EnrolSteps } from './enrol-steps.tsx'
import { ProofForm } from './proof-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { sealedPassword } from './sealed-password.ts'
import '../api-key/credential.css'

type Open = 'enrol' | 'renew' | 'disable' | null
const BOTH = ['password', 'code'] as const
/** Fewer than this many left: the user should make new ones. */
const FEW = 3

function Renew({ onDone }: { onDone: () => void }) {
  const { t } = useText()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  return (
    <ProofForm
      ask={BOTH}
      submit={t('totp.renew')}
      onProof={async ({ password, code }) => {
        setCodes((await call(renewRecoveryCodes, { ...(await sealedPassword(password)), code })).recoveryCodes)
      }}
    >
      <p className="hint">{t('totp.renewHint')}</p>
    </ProofForm>
  )
}

interface StateProps extends OutputOf<typeof totpState> {
  onOpen: (which: Open) => void
}

/** Whether the second factor is on, and the actions for it. */
function FactorState({ enabled, since, recoveryCodesLeft, required, onOpen }: StateProps) {
  const { t } = useText()
  return (
    <>
      <p className="hint">{t(enabled ? 'totp.onText' : 'totp.offText', { time: showTime(since) })}</p>
      {enabled && (
        <p className={recoveryCodesLeft < FEW ? 'notice' : 'hint'}>{t('totp.left', { n: recoveryCodesLeft })}</p>
      )}
      <div className="connection-buttons">
        {!enabled && (
          <Button kind="theme" onClick={() => onOpen('enrol')}>
            {t('totp.setUp')}
          </Button>
        )}
        {enabled && <Button onClick={() => onOpen('renew')}>{t('totp.renew')}</Button>}
        {enabled && (
          <Button
            kind="danger"
            disabled={required}
            title={required ? t('totp.required') : undefined}
            onClick={() => onOpen('disable')}
          >
            {t('totp.turnOff')}
          </Button>
        )}
      </div>
      {enabled && required && <p className="hint">{t('totp.required')}</p>}
    </>
  )
}

/** The user's own second factor: on, off, new recovery codes. */
export function SecondFactor() {
  const { t } = useText()
  const client = useQueryClient()
  const [open, setOpen] = useState<Open>(null)
  const state = useAnswer(totpState, {}, { staleMs: 0 })
  const close = () => {
    setOpen(null)
    void client.invalidateQueries({ queryKey: answerKey(totpState) })
  }

  return (
    <>
      <Fetched query={state} rows={2}>
        {(found) => <FactorState {...found} onOpen={setOpen} />}
      </Fetched>
      {open === 'enrol' && (
        <SideDialog title={t('totp.setUp')} onClose={close}>
          <EnrolSteps onDone={close} />
        </SideDialog>
      )}
      {open === 'renew' && (
        <SideDialog title={t('totp.renew')} onClose={close}>
          <Renew onDone={close} />
        </SideDialog>
      )}
      {open === 'disable' && (
        <SideDialog title={t('totp.turnOff')} onClose={close}>
          <ProofForm
            ask={BOTH}
            submit={t('totp.turnOff')}
            danger
            onProof={async ({ password, code }) => {
              await call(disableTotp, { ...(await sealedPassword(password)), code })
              toast('success', t('totp.offDone'))
              close()
            }}
          >
            <p className="hint">{t('totp.offHint')}</p>
          </ProofForm>
        </SideDialog>
      )}
    </>
  )
}

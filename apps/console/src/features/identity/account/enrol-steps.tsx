import { beginTotp, confirmTotp } from '@sluice/contract'
import { useState } from 'react'
import { call } from '../../../lib/api/api.ts'
import { useText } from '../../../lib/text/text.ts'
import { Secret } from '../../../parts/secret.tsx'
import { ProofForm } from './proof-form.tsx'
import { QrCode } from '../../../parts/qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { sealedPassword } from './sealed-password.ts'
import '../api-key/credential.css'

type Step =
  | { at: 'password' }
  | { at: 'scan'; secret: string; uri: string }
  | { at: 'codes'; recoveryCodes: readonly string[] }

/** Password, then the secret for the authenticator with a first code from it, then the recovery codes. */
export function EnrolSteps({ onDone }: { onDone: () => void }) {
  const { t } = useText()
  const [step, setStep] = useState<Step>({ at: 'password' })

  if (step.at === 'password') {
    return (
      <ProofForm
        key="password"
        ask={['password']}
        submit={t('totp.next')}
        onProof={async ({ password }) => {
          setStep({ at: 'scan', ...(await call(beginTotp, await sealedPassword(password))) })
        }}
      >
        <p className="hint">{t('totp.passwordHint')}</p>
      </ProofForm>
    )
  }
  if (step.at === 'scan') {
    return (
      <ProofForm
        key="scan"
        ask={['code']}
        submit={t('totp.turnOn')}
        onProof={async ({ code }) => {
          setStep({ at: 'codes', ...(await call(confirmTotp, { code })) })
        }}
      >
        <p className="hint">{t('totp.scan')}</p>
        <QrCode text={step.uri} label={t('totp.qr')} />
        <p className="hint">{t('totp.byHand')}</p>
        <div className="enrol-secret">
          <Secret text={step.secret.replace(/(.{4})(?=.)/g, '$1 ')} label={t('totp.secret')} />
        </div>
      </ProofForm>
    )
  }
  return <RecoveryCodes codes={step.recoveryCodes} onDone={onDone} />
}

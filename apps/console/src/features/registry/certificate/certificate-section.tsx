import {
  CERTIFICATE_LIMITS,
  type DeviceCertificate,
  type DeviceCertificates,
  deviceCertificates,
  removeDeviceCertificate,
} from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { usePermission } from '../../../lib/access/access.tsx'
import { answerKey, useAnswer } from '../../../lib/api/answer.ts'
import { call } from '../../../lib/api/api.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { ask } from '../../../lib/page/ask.ts'
import { useText } from '../../../lib/text/text.ts'
import { showTime, useMoment } from '../../../lib/time/clock.ts'
import { Button } from '../../../parts/button/button.tsx'
import { Fetched } from '../../../parts/fetched/fetched.tsx'
import { Glyph } from '../../../parts/icon/glyphs.tsx'
import { CopyButton } from '../../../parts/secret.tsx'
import { CertificateForm } from './certificate-form.tsx'
import './certificate.css'

const DAY_MS = 86_400_000
const DATE = '{y}-{m}-{d}'
/** As much of a fingerprint as tells two certificates apart at a glance. */
const SHOWN_LETTERS = 16

/** The certificates that a device may show over TLS instead of its token. */
export function CertificateSection({ deviceId }: { deviceId: string }) {
  const { t } = useText()
  const client = useQueryClient()
  const mayEdit = usePermission(['device:edit'])
  const [adding, setAdding] = useState(false)
  const answer = useAnswer(deviceCertificates, { deviceId }, { follows: ['device'] })
  const shown = (next: DeviceCertificates) =>
    client.setQueryData(answerKey(deviceCertificates, { deviceId }, ['device']), next)
  return (
    <div className="certificates" role="group" aria-label={t('certificate.title')}>
      <h4>{t('certificate.title')}</h4>
      <Fetched query={answer} rows={1}>
        {({ tlsPort, list }) => (
          <>
            <p className="hint">
              {t('certificate.about')} {tlsPort !== null && `${t('certificate.port')} ${tlsPort}`}
            </p>
            {tlsPort === null && list.length > 0 && (
              <p className="notice">
                <Glyph name="level2" />
                <span>{t('certificate.noPort')}</span>
              </p>
            )}
            {list.length > 0 && (
              <ul>
                {list.map((one) => (
                  <Certificate key={one.id} one={one} deviceId={deviceId} mayEdit={mayEdit} onChange={shown} />
                ))}
              </ul>
            )}
            {mayEdit && list.length < CERTIFICATE_LIMITS.most && (
              <Button onClick={() => setAdding(true)}>{t('certificate.add')}</Button>
            )}
            {!mayEdit && list.length === 0 && <p className="hint">{t('certificate.none')}</p>}
          </>
        )}
      </Fetched>
      {adding && <CertificateForm deviceId={deviceId} onSaved={shown} onClose={() => setAdding(false)} />}
    </div>
  )
}

interface CertificateProps {
  one: DeviceCertificate
  deviceId: string
  mayEdit: boolean
  onChange: (next: DeviceCertificates) => void
}

function Certificate({ one, deviceId, mayEdit, onChange }: CertificateProps) {
  const { t } = useText()
  const { busy, mutate } = useMutation()
  const { id, subject, fingerprint, usedTime } = one
  const remove = async () => {
    const words = { title: t('ask.title'), text: t('certificate.removeAsk', { name: subject }) }
    if (!(await ask({ ...words, confirm: t('certificate.remove'), cancel: t('action.cancel'), danger: true }))) return
    const work = async () => onChange(await call(removeDeviceCertificate, { deviceId, id }))
    await mutate(work, { done: t('certificate.removed') })
  }
  return (
    <li>
      <span className="certificate-name">{subject}</span>
      <span className="certificate-print">
        <code title={fingerprint}>{fingerprint.slice(0, SHOWN_LETTERS)}…</code>
        <CopyButton text={fingerprint} label={t('copy.label', { name: 'SHA-256' })} />
      </span>
      <Validity one={one} />
      <span className="t3">
        {usedTime === null ? t('certificate.unused') : t('certificate.used', { date: showTime(usedTime, DATE) })}
      </span>
      {mayEdit && (
        <Button
          kind="link"
          disabled={busy}
          aria-label={t('certificate.removeLabel', { name: subject })}
          onClick={() => void remove()}
        >
          {t('certificate.remove')}
        </Button>
      )}
    </li>
  )
}

type CertificateStatus = 'over' | 'soon' | 'from' | 'until'

function certificateStatus({ validFrom, validUntil }: DeviceCertificate, now: number): CertificateStatus {
  const end = Date.parse(validUntil)
  if (end <= now) return 'over'
  if (Date.parse(validFrom) > now) return 'from'
  return end - now < CERTIFICATE_LIMITS.warnDays * DAY_MS ? 'soon' : 'until'
}

/** Until when it is valid; one that ends soon, or has ended, is told apart by a sign, too. */
function Validity({ one }: { one: DeviceCertificate }) {
  const { t } = useText()
  const status = useMoment((now) => certificateStatus(one, now))
  const daysLeft = useMoment((now) => Math.max(0, Math.floor((Date.parse(one.validUntil) - now) / DAY_MS)))
  if (status === 'until') return <span>{t('certificate.until', { date: showTime(one.validUntil, DATE) })}</span>
  return (
    <span className="certificate-told">
      <Glyph name="level2" />
      {status === 'soon' && t('certificate.soon', { n: daysLeft })}
      {status === 'over' && t('certificate.over', { date: showTime(one.validUntil, DATE) })}
      {status === 'from' && t('certificate.from', { date: showTime(one.validFrom, DATE) })}
    </span>
  )
}

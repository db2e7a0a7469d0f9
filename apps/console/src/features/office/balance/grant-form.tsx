import { grantAnnualLeave, type PersonBalance } from '@sluice/contract'
import { call } from '../../../lib/api/api.ts'
import { useText } from '../../../lib/text/text.ts'
import { SideDialog } from '../../../parts/overlay/side-dialog.tsx'
import { daysText } from '../half-days.ts'
import { useBalanceChange } from './balance-change.ts'

type LeftOut = 'granted' | 'noService' | 'tooShort'

/** Why a person is granted nothing; null: they are. */
function whyNot({ isGranted, serviceYears, dueHalves }: PersonBalance): LeftOut | null {
  if (isGranted) return 'granted'
  if (serviceYears === null) return 'noService'
  return dueHalves === 0 ? 'tooShort' : null
}

interface GrantFormProps {
  year: number
  people: readonly PersonBalance[]
  onClose: () => void
}

/** Who is granted how much of a year, and who is left out and why, before it is done. */
export function GrantForm({ year, people, onClose }: GrantFormProps) {
  const { t } = useText()
  const { busy, change } = useBalanceChange()
  const granted = people.filter((person) => whyNot(person) === null)
  const leftOut = (['noService', 'tooShort', 'granted'] as const).flatMap((reason) => {
    const names = people.filter((person) => whyNot(person) === reason).map(({ name }) => name)
    return names.length > 0 ? [{ reason, names }] : []
  })
  const grant = async () => {
    const userIds = granted.map(({ userId }) => userId)
    if (await change(() => call(grantAnnualLeave, { year, userIds }), t('leaveBalance.granted'))) onClose()
  }
  return (
    <SideDialog
      title={t('leaveBalance.grantTitle', { year })}
      busy={busy}
      ready={granted.length > 0}
      confirmLabel={t('leaveBalance.grantTo', { n: granted.length })}
      onConfirm={() => void grant()}
      onClose={onClose}
    >
      <div className="stack">
        <p className="hint">{t('leaveBalance.grantRule')}</p>
        {granted.length === 0 && <p role="status">{t('leaveBalance.grantNobody')}</p>}
        <ul className="grant-rows">
          {granted.map(({ userId, name, deptName, serviceYears, dueHalves }) => (
            <li key={userId}>
              <span>
                {name}
                <small>{deptName}</small>
              </span>
              <span className="t2">{t('leaveBalance.service', { n: serviceYears })}</span>
              <b className="num">{t('leaveBalance.ofDays', { n: daysText(dueHalves) })}</b>
            </li>
          ))}
        </ul>
        {leftOut.map(({ reason, names }) => (
          <p key={reason} className="t3">
            {t('leaveBalance.leftOut', {
              reason: t(`leaveBalance.left.${reason}`),
              names: names.join(t('list.comma')),
            })}
          </p>
        ))}
      </div>
    </SideDialog>
  )
}

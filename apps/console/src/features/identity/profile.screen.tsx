import type { ReactNode } from 'react'
import { showTime, useNow } from '../../lib/clock.ts'
import { MISSING } from '../../lib/reading-format.ts'
import { useSession } from '../../lib/session.ts'
import { useText } from '../../lib/text.ts'
import { PasswordForm } from './password-form.tsx'

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children || MISSING}</dd>
    </div>
  )
}

/** AD-8: basic data and the own password. */
export default function ProfileScreen() {
  const { t, byName } = useText()
  const info = useSession((session) => session.userInfo)
  const now = useNow(60_000)
  if (!info) return null
  return (
    <div className="profile">
      <section className="card panel">
        <div className="panel-head">
          <span className="avatar avatar-large" aria-hidden="true">
            {info.nickName.slice(0, 1)}
          </span>
          <h2>{info.nickName}</h2>
        </div>
        <dl className="detail">
          <Line label={t('user.username')}>{info.username}</Line>
          <Line label={t('user.nickName')}>{info.nickName}</Line>
          <Line label={t('user.deptId')}>{info.deptName}</Line>
          <Line label={t('user.roleNames')}>
            {info.roles.map((code) => byName(`enum.builtInRole.${code}`, code)).join(t('list.comma'))}
          </Line>
          <Line label={t('dept.timeZone')}>{`${info.timeZone} · ${showTime(now, '{h}:{i}')}`}</Line>
        </dl>
      </section>
      <section className="card panel">
        <div className="panel-head">
          <h2>{t('password.change')}</h2>
        </div>
        <div className="profile-password">
          <PasswordForm onDone={() => {}} />
        </div>
      </section>
    </div>
  )
}

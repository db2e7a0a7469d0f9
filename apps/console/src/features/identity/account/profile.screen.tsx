import type { ReactNode } from 'react'
import { usePermission } from '../../../lib/access/access.tsx'
import { showTime, useNow } from '../../../lib/time/clock.ts'
import { MISSING } from '../../../lib/text/reading-format.ts'
import { useSession } from '../../../lib/access/session.ts'
import { useText } from '../../../lib/text/text.ts'
import { AvatarEditor } from './avatar-editor.tsx'
import { OwnData } from './own-data.tsx'
import { OwnKeys } from './own-keys.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecondFactor } from './second-factor.tsx'
import '../api-key/credential.css'

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children || MISSING}</dd>
    </div>
  )
}

/** AD-8: picture, basic data, the own password; the second factor and the keys of the person's programs. */
export default function ProfileScreen() {
  const { t, byName } = useText()
  const info = useSession((session) => session.userInfo)
  const hasKeys = usePermission(['apiKey:own'])
  const now = useNow(60_000)
  if (!info) return null
  return (
    <div className="profile">
      <section className="card panel">
        <div className="panel-head">
          <h2>{info.nickName}</h2>
        </div>
        <AvatarEditor name={info.nickName} />
        <dl className="detail">
          <Line label={t('user.username')}>{info.username}</Line>
          <Line label={t('user.deptId')}>{info.deptName}</Line>
          <Line label={t('user.roleNames')}>
            {info.roles.map((code) => byName(`enum.builtInRole.${code}`, code)).join(t('list.comma'))}
          </Line>
          <Line label={t('dept.timeZone')}>{`${info.timeZone} · ${showTime(now, '{h}:{i}')}`}</Line>
        </dl>
      </section>
      <section className="card panel">
        <div className="panel-head">
          <h2>{t('profile.title')}</h2>
        </div>
        <OwnData />
      </section>
      <section className="card panel">
        <div className="panel-head">
          <h2>{t('password.change')}</h2>
        </div>
        <div className="profile-password">
          <PasswordForm onDone={() => {}} />
        </div>
      </section>
      <section className="card panel">
        <div className="panel-head">
          <h2>{t('totp.title')}</h2>
        </div>
        <SecondFactor />
      </section>
      {hasKeys && (
        <div className="profile-wide">
          <OwnKeys />
        </div>
      )}
    </div>
  )
}

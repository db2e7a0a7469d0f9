import { usePermission } from '../../../lib/access/access.tsx'
import { showTime, useNow } from '../../../lib/time/clock.ts'
import { MISSING } from '../../../lib/text/reading-format.ts'
import { useSession } from '../../../lib/access/session.ts'
import { useText } from '../../../lib/text/text.ts'
import { Fact, Facts } from '../../../parts/section/facts.tsx'
import { Section } from '../../../parts/section/section.tsx'
import { AvatarEditor } from './avatar-editor.tsx'
import { OwnData } from './own-data.tsx'
import { OwnKeys } from './own-keys.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecondFactor } from './second-factor.tsx'
import { UnitSettings } from './unit-settings.tsx'
import '../api-key/credential.css'

/** AD-8: picture, basic data and password; the second factor and the user's API keys. */
export default function ProfileScreen() {
  const { t, byName } = useText()
  const info = useSession((session) => session.userInfo)
  const hasKeys = usePermission(['apiKey:own'])
  const now = useNow(60_000)
  if (!info) return null
  return (
    <div className="profile">
      <Section title={info.nickName}>
        <AvatarEditor name={info.nickName} />
        <Facts>
          <Fact name={t('user.username')}>{info.username}</Fact>
          <Fact name={t('user.deptId')}>{info.deptName || MISSING}</Fact>
          <Fact name={t('user.roleNames')}>
            {info.roles.map((code) => byName(`enum.builtInRole.${code}`, code)).join(t('list.comma')) || MISSING}
          </Fact>
          <Fact name={t('dept.timeZone')}>{`${info.timeZone} · ${showTime(now, '{h}:{i}')}`}</Fact>
        </Facts>
      </Section>
      <Section title={t('profile.title')}>
        <OwnData />
      </Section>
      <Section title={t('units.title')}>
        <UnitSettings />
      </Section>
      <Section title={t('password.change')}>
        <div className="profile-password">
          <PasswordForm onDone={() => {}} />
        </div>
      </Section>
      <Section title={t('totp.title')}>
        <SecondFactor />
      </Section>
      {hasKeys && (
        <div className="profile-wide">
          <OwnKeys />
        </div>
      )}
    </div>
  )
}

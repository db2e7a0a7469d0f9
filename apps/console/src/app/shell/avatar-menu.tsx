import { LANGUAGES } from '@sluice/contract'
import { useNavigate } from 'react-router'
import { useSession } from '../../lib/access/session.ts'
import { changeLanguage, useText } from '../../lib/text/text.ts'
import { Icon } from '../../parts/icon/icons.tsx'
import { MenuButton } from '../../parts/overlay/menu-button.tsx'
import { SafePicture } from '../../parts/safe-picture.tsx'
import { useLeave } from '../session/use-leave.ts'
import { openSettings } from '../settings/settings-host.tsx'
import { Caret } from '../../parts/icon/caret.tsx'

/**
 * HD-3: personal info, layout settings, the other language, the palette, and after a separator: sign out (SI-20,
 * SI-21).
 */
export function AvatarMenu() {
  const { t, language } = useText()
  const navigate = useNavigate()
  const name = useSession((session) => session.name)
  const avatar = useSession((session) => session.avatar)

  const leave = useLeave()

  return (
    <MenuButton
      label={t('header.account', { name })}
      named
      className="avatar-button"
      testId="avatar-menu"
      items={[
        {
          key: 'profile',
          label: t('header.profile'),
          icon: <Icon name="user" size={16} />,
          onSelect: () => void navigate('/profile/index'),
        },
        {
          key: 'settings',
          label: t('header.settings'),
          icon: <Icon name="sliders" size={16} />,
          onSelect: openSettings,
        },
        ...LANGUAGES.filter((one) => one !== language).map((one) => ({
          key: one,
          label: t(`language.${one}`),
          icon: <Icon name="letters" size={16} />,
          onSelect: () => void changeLanguage(one),
        })),
        {
          key: 'leave',
          label: t('header.signOut'),
          icon: <Icon name="exit" size={16} />,
          apart: true,
          onSelect: leave,
        },
      ]}
    >
      <SafePicture
        address={avatar}
        className="avatar"
        fallback={
          <span className="avatar" aria-hidden="true">
            {name.slice(0, 1)}
          </span>
        }
      />
      <span className="avatar-name clip">{name}</span>
      <Caret kind="fold" open={false} />
    </MenuButton>
  )
}

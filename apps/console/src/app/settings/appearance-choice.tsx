import { useText } from '../../lib/text/text.ts'
import { Icon } from '../../parts/icon/icons.tsx'
import { CHOICES, chooseAppearance, useLook } from '../theme/appearance.ts'

const FACES = {
  auto: ['half', 'settings.auto'],
  light: ['sun', 'settings.light'],
  dark: ['moon', 'settings.dark'],
  night: ['stars', 'settings.night'],
} as const

export function AppearanceChoice() {
  const { t } = useText()
  const chosen = useLook((look) => look.choice)
  return (
    <section>
      <h3>{t('settings.appearance')}</h3>
      <p>{t('settings.appearanceHint')}</p>
      <div className="segments" role="radiogroup" aria-label={t('settings.appearance')}>
        {CHOICES.map((choice) => {
          const [icon, label] = FACES[choice]
          return (
            <label key={choice} className={choice === chosen ? 'segment on' : 'segment'}>
              <input
                type="radio"
                name="appearance"
                checked={choice === chosen}
                onChange={() => chooseAppearance(choice)}
              />
              <Icon name={icon} size={16} />
              {t(label)}
            </label>
          )
        })}
      </div>
    </section>
  )
}

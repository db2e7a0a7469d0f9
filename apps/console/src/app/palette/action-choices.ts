import { LANGUAGES, permissionKey, SCREENS } from '@sluice/contract'
import type { NavigateFunction } from 'react-router'
import { mayNow } from '../../lib/access/access.tsx'
import { pinyinInitials } from '@sluice/kit'
import { byName, changeLanguage, currentLanguage, t } from '../../lib/text/text.ts'
import { wantForm } from '../../lib/page/wanted-form.ts'
import type { IconName } from '../../parts/icon/icons.tsx'
import type { ScreenRoute } from '../menu/menu-tree.ts'
import { openSettings } from '../settings/settings-host.tsx'
import { closeTabs, refreshTab, useTabs } from '../tabs/tab-store.ts'
import { close } from '../tabs/tab-list.ts'
import { CHOICES, chooseAppearance, chooseSize, SIZES, storeAppearance, useLook } from '../theme/appearance.ts'
import type { Choice } from './palette-choice.ts'
import { openKeys, openScan } from './palette-state.ts'

/** Lists in which users create rows. */
const MADE_BY_HAND = SCREENS.flatMap(({ screens }) =>
  screens.flatMap(({ component, resource }) =>
    resource?.actions.includes('insert') ? [[component, resource] as const] : [],
  ),
)

const LOOKS = { auto: 'half', light: 'sun', dark: 'moon', night: 'stars' } as const
const SIZE_NAMES = { default: 'Default', medium: 'Medium', small: 'Small', mini: 'Mini' } as const

interface Surroundings {
  screens: readonly ScreenRoute[]
  /** Address of the open screen. */
  active: string
  navigate: NavigateFunction
  signOut: () => void
}

/** English words beside the Chinese ones: users type the name they know. */
function action(id: string, title: string, icon: IconName, words: readonly string[], run: () => void): Choice {
  return { id: `action:${id}`, group: 'actions', title, words: [...words, pinyinInitials(title)], icon, run }
}

function additions({ screens, navigate }: Surroundings): Choice[] {
  return MADE_BY_HAND.flatMap(([module, resource]) => {
    const screen = screens.find((one) => one.screen === module)
    if (!screen || !mayNow([permissionKey(resource, 'insert')])) return []
    const run = () => {
      wantForm(resource.name)
      void navigate(screen.path)
    }
    const title = t('palette.add', { name: byName(`one.${resource.name}`) })
    return [action(`add.${resource.name}`, title, 'plus', ['new add create', resource.name], run)]
  })
}

function looks(): Choice[] {
  const { choice: current, size: now } = useLook.getState()
  const appearances = CHOICES.filter((one) => one !== current).map((one) =>
    action(
      `look.${one}`,
      t('palette.look', { name: t(`settings.${one}`) }),
      LOOKS[one],
      ['theme appearance', one],
      () => {
        chooseAppearance(one)
        storeAppearance()
      },
    ),
  )
  const sizes = SIZES.filter((one) => one !== now).map((one) =>
    action(`size.${one}`, t('palette.size', { name: SIZE_NAMES[one] }), 'letters', ['size', one], () =>
      chooseSize(one),
    ),
  )
  const languages = LANGUAGES.filter((one) => one !== currentLanguage()).map((one) =>
    action(
      `language.${one}`,
      t('palette.language', { name: t(`language.${one}`) }),
      'globe',
      ['language', one],
      () => void changeLanguage(one),
    ),
  )
  return [...appearances, ...languages, ...sizes]
}

function tabs({ active, navigate }: Surroundings): Choice[] {
  const { tabs: all } = useTabs.getState()
  const tab = all.find(({ path }) => path === active)
  if (!tab) return []
  const leave = () => {
    const to = closeTabs(close(all, active, active))
    if (to) void navigate(to)
  }
  return [
    action('tab.refresh', t('palette.refreshTab'), 'refresh', ['reload refresh'], () => refreshTab(active)),
    ...(tab.meta.affix ? [] : [action('tab.close', t('palette.closeTab'), 'cross', ['close tab'], leave)]),
  ]
}

/** The actions that are available everywhere, if the user may do them now. */
export function actionChoices(around: Surroundings): Choice[] {
  const { screens, navigate, signOut } = around
  const faults = screens.find(({ screen }) => screen === 'fault/fault-device')
  const toFaults = () => void navigate(`${faults!.path}?handleState=UNHANDLED`)
  return [
    ...(faults ? [action('faults', t('palette.faults'), 'bell', ['acknowledge alarm fault'], toFaults)] : []),
    ...(mayNow(['device:list']) ? [action('scan', t('scan.open'), 'scan', ['scan qr code camera'], openScan)] : []),
    ...additions(around),
    ...tabs(around),
    ...looks(),
    action('settings', t('palette.settings'), 'sliders', ['settings layout theme colour'], openSettings),
    { ...action('keys', t('palette.keys'), 'list', ['keyboard shortcuts help'], openKeys), keys: ['?'] },
    action('leave', t('palette.leave'), 'exit', ['sign out logout'], signOut),
  ]
}

import { Drawer, Switch } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useText } from '../../lib/text/text.ts'
import { toast } from '../../lib/page/toast.ts'
import { Button } from '../../parts/button/button.tsx'
import { useBackCloses } from '../../parts/overlay/back-closes.ts'
import { clearStoredAppearance, storeAppearance } from '../theme/appearance.ts'
import { AppearanceChoice } from './appearance-choice.tsx'
import { clearStoredSettings, storeSettings, useSettings } from './layout-settings.ts'
import { SideThemeChoice } from './side-theme-choice.tsx'
import { ThemeColour } from './theme-colour.tsx'
import './settings.css'

/** LS-8, LS-9: both waits last a second. */
const WAIT_MS = 1000
type Waiting = 'saving' | 'resetting' | null

const SWITCHES = [
  ['tagsView', 'settings.tagsView'],
  ['fixedHeader', 'settings.fixedHeader'],
  ['sidebarLogo', 'settings.sidebarLogo'],
] as const

function LayoutSwitches() {
  const { t } = useText()
  const settings = useSettings()
  return (
    <section>
      <h3>{t('settings.layout')}</h3>
      {SWITCHES.map(([name, label]) => (
        <label key={name} className="setting-switch">
          <span>{t(label)}</span>
          <Switch checked={settings[name]} onChange={(on) => useSettings.setState({ [name]: on })} />
        </label>
      ))}
    </section>
  )
}

export default function SettingsPanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useText()
  const [waiting, setWaiting] = useState<Waiting>(null)
  const { pathname } = useLocation()
  useBackCloses(onClose, open)
  const reload = useRef<ReturnType<typeof setTimeout>>(undefined)
  // LS-10: a user who leaves the page is not pulled back by a reload; a save is stored and reported at once.
  useEffect(
    () => () => {
      clearTimeout(reload.current)
      setWaiting((now) => (now === 'resetting' ? null : now))
    },
    [pathname],
  )

  const save = () => {
    storeSettings()
    storeAppearance()
    setWaiting('saving')
    setTimeout(() => {
      setWaiting(null)
      toast('success', t('done.save'))
    }, WAIT_MS)
  }
  const reset = () => {
    setWaiting('resetting')
    reload.current = setTimeout(() => {
      clearStoredSettings()
      clearStoredAppearance()
      location.reload()
    }, WAIT_MS)
  }

  return (
    <Drawer
      open={open}
      onClose={onClose}
      size={340}
      title={t('header.settings')}
      className="settings"
      data-testid="settings-panel"
      styles={{ mask: { background: 'rgb(12 20 28 / 0.16)' } }}
      closable={{ placement: 'end', 'aria-label': t('action.close') }}
      footer={
        <div className="settings-buttons">
          <Button kind="theme" data-testid="settings-save" disabled={waiting !== null} onClick={save}>
            {t('settings.save')}
          </Button>
          <Button data-testid="settings-reset" disabled={waiting !== null} onClick={reset}>
            {t('settings.reset')}
          </Button>
        </div>
      }
    >
      <SideThemeChoice />
      <AppearanceChoice />
      <ThemeColour />
      <LayoutSwitches />
      {waiting && (
        <div className="settings-wait" role="status">
          <p>{t(waiting === 'saving' ? 'settings.saving' : 'settings.resetting')}</p>
        </div>
      )}
    </Drawer>
  )
}

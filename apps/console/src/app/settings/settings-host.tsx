import { lazy, Suspense } from 'react'
import { create } from 'zustand'
import { OverlayBoundary } from '../tabs/view-boundary.tsx'

const SettingsPanel = lazy(() => import('./settings-panel.tsx'))

const usePanel = create<{ asked: boolean; open: boolean }>()(() => ({ asked: false, open: false }))

export function openSettings(): void {
  usePanel.setState({ asked: true, open: true })
}

export function closeSettings(): void {
  usePanel.setState({ open: false })
}

/** Loads the code of the panel when it first opens. */
export function SettingsHost() {
  const { asked, open } = usePanel()
  if (!asked) return null
  return (
    <OverlayBoundary onFail={() => usePanel.setState({ asked: false, open: false })}>
      <Suspense fallback={null}>
        <SettingsPanel open={open} onClose={closeSettings} />
      </Suspense>
    </OverlayBoundary>
  )
}

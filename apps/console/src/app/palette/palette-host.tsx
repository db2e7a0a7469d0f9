import { lazy, Suspense, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ScreenRoute } from '../menu/menu-tree.ts'
import { OverlayBoundary } from '../tabs/view-boundary.tsx'
import { closePalette, openScan, usePalette } from './palette-state.ts'
import { useShortcuts } from './use-shortcuts.ts'

const Palette = lazy(() => import('./palette.tsx'))
const Scan = lazy(() => import('./scan/scan.tsx'))
const KeySheet = lazy(() => import('./key-sheet.tsx'))

/** The shortcut of the home screen opens the camera; its address is used up with that. */
function useStart(): void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (new URLSearchParams(search).get('start') !== 'scan') return
    openScan()
    void navigate(pathname, { replace: true })
  }, [navigate, pathname, search])
}

/** Listens for the keys of docs/spec/look.md#8; the code of the palette and the key list loads on first use. */
export function PaletteHost({ screens }: { screens: readonly ScreenRoute[] }) {
  useShortcuts(screens)
  useStart()
  const shown = usePalette((state) => state.shown)
  if (!shown) return null
  return (
    <OverlayBoundary onFail={closePalette}>
      <Suspense fallback={null}>
        {shown === 'palette' && <Palette screens={screens} />}
        {shown === 'keys' && <KeySheet />}
        {shown === 'scan' && <Scan />}
      </Suspense>
    </OverlayBoundary>
  )
}

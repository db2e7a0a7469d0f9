import { lazy, Suspense } from 'react'
import type { ScreenRoute } from '../menu/menu-tree.ts'
import { OverlayBoundary } from '../tabs/view-boundary.tsx'
import { closePalette, usePalette } from './palette-state.ts'
import { useShortcuts } from './use-shortcuts.ts'

const Palette = lazy(() => import('./palette.tsx'))
const KeySheet = lazy(() => import('./key-sheet.tsx'))

/** Listens for the keys of docs/spec/look.md#8; the code of the palette and the key list loads on first use. */
export function PaletteHost({ screens }: { screens: readonly ScreenRoute[] }) {
  useShortcuts(screens)
  const shown = usePalette((state) => state.shown)
  if (!shown) return null
  return (
    <OverlayBoundary onFail={closePalette}>
      <Suspense fallback={null}>{shown === 'palette' ? <Palette screens={screens} /> : <KeySheet />}</Suspense>
    </OverlayBoundary>
  )
}

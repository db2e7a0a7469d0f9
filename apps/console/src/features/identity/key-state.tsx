import { useText } from '../../lib/text.ts'
import { Glyph } from '../../parts/glyphs.tsx'

/** No colour alone: glyph and word. */
export function KeyState({ state }: { state: 'ACTIVE' | 'EXPIRED' | 'REVOKED' }) {
  const { t } = useText()
  const isOn = state === 'ACTIVE'
  return (
    <span className={isOn ? 'chip chip-online' : 'chip chip-disabled'}>
      <Glyph name={isOn ? 'online' : 'disabled'} />
      {t(`enum.apiKeyState.${state}`)}
    </span>
  )
}

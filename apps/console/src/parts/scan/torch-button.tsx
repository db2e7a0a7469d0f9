import { useText } from '../../lib/text/text.ts'
import { Icon } from '../icon/icons.tsx'
import type { Torch } from './use-scan.ts'
import './torch-button.css'

/** Lights what is before the camera; nothing where the camera has no torch. */
export function TorchButton({ torch }: { torch: Torch | null }) {
  const { t } = useText()
  if (!torch) return null
  return (
    <button type="button" className="torch" aria-pressed={torch.isOn} onClick={torch.turn}>
      <Icon name="torch" />
      {t(torch.isOn ? 'scan.torchOff' : 'scan.torchOn')}
    </button>
  )
}

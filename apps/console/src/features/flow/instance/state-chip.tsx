import type { InstanceState } from '@sluice/contract'
import { byName, useText } from '../../../lib/text/text.ts'
import { Chip } from '../../../parts/reading/status-chip.tsx'

const LOOKS = {
  RUNNING: { tone: 'plain', glyph: 'pending' },
  APPROVED: { tone: 'plain', glyph: 'done' },
  REJECTED: { tone: 'barred', glyph: 'failed' },
  WITHDRAWN: { tone: 'off', glyph: 'disabled' },
  TERMINATED: { tone: 'off', glyph: 'disabled' },
} as const

/** How a request stands: glyph and word in ink, never a colour of a device. */
export function RequestState({ status }: { status: InstanceState }) {
  useText()
  return <Chip {...LOOKS[status]} text={byName(`enum.flowInstanceStatus.${status}`)} />
}

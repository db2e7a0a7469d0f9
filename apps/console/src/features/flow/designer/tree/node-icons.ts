import type { FlowStep } from '@sluice/contract'
import type { IconName } from '../../../../parts/icon/icons.tsx'

export const NODE_ICONS: Readonly<Record<FlowStep['kind'], IconName>> = {
  APPROVAL: 'check',
  COPY: 'copy',
  DELAY: 'clock',
  CHOICE: 'flow',
  PARALLEL: 'columns',
}

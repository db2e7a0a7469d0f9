import type { TraceNode } from '@sluice/contract'
import { Icon, type IconName } from '../../../parts/icon/icons.tsx'

const KINDS: Readonly<Record<TraceNode['kind'], IconName>> = {
  START: 'user',
  APPROVAL: 'pencil',
  COPY: 'copy',
  DELAY: 'clock',
  CHOICE: 'flow',
  PARALLEL: 'flow',
  END: 'enter',
}

/** Decisions of people are ink: a disc with a check was decided, a dashed ring is asked now, a thin dashed one is ahead. */
export function StepMark({ kind, state }: Pick<TraceNode, 'kind' | 'state'>) {
  return (
    <span className={`trace-mark ${state}`} aria-hidden="true">
      <Icon name={state === 'DONE' ? 'check' : KINDS[kind]} size={14} />
    </span>
  )
}

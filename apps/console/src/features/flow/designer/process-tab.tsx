import { inLanguage, READY_FLOWS, type ReadyFlow } from '@sluice/contract'
import { useState } from 'react'
import { usePhone } from '../../../lib/page/width.ts'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { useDesigner } from './designer.ts'
import { NodePanel } from './panel/node-panel.tsx'
import { PhoneFlow } from './phone-flow.tsx'
import type { Trial } from './trial/use-trial.ts'
import { TrialPanel } from './trial/trial-panel.tsx'
import { FlowCanvas } from './tree/flow-canvas.tsx'
import { useRemoveNode } from './tree/use-tree.ts'

/** For a flow in which nothing is drawn yet: begin with one that is. */
function ReadyChoice({ onChoose }: { onChoose: (ready: ReadyFlow) => void }) {
  const { t, language } = useText()
  return (
    <div className="flow-ready" role="group" aria-label={t('flow.ready')}>
      <p className="t2">{t('flow.ready')}</p>
      <div className="row wrap">
        {READY_FLOWS.map((ready) => (
          <Button key={ready.code} onClick={() => onChoose(ready)}>
            {inLanguage(ready.names, language)}
          </Button>
        ))}
      </div>
    </div>
  )
}

interface ProcessTabProps {
  trial: Trial
  isTrying: boolean
  onTryEnd: () => void
}

/** The process as a tree, the trial at its left, and the settings of the chosen node at its right. */
export function ProcessTab({ trial, isTrying, onTryEnd }: ProcessTabProps) {
  const phone = usePhone()
  const { language } = useText()
  const { model, change, select, isFixed } = useDesigner()
  const [isAsked, setAsked] = useState(false)
  const remove = useRemoveNode()
  if (phone) return <PhoneFlow />
  const isEmpty = model.process.steps.length === 0 && model.form.length === 0
  return (
    <div className="flow-process">
      {isTrying && <TrialPanel trial={trial} onClose={onTryEnd} />}
      <FlowCanvas onOpenPanel={() => setAsked(true)} />
      {isEmpty && !isFixed && <ReadyChoice onChoose={(ready) => change(ready.model(language))} />}
      <NodePanel
        focused={isAsked}
        onRemove={remove}
        onClose={() => {
          setAsked(false)
          select(null)
        }}
      />
    </div>
  )
}

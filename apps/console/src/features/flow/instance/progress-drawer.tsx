import { type FlowTrace, traceFlow } from '@sluice/contract'
import { type ReactNode, useState } from 'react'
import { useAnswer } from '../../../lib/api/answer.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { Segment } from '../../../parts/button/segment.tsx'
import { Fetched } from '../../../parts/fetched/fetched.tsx'
import { ViewDrawer } from '../../../parts/overlay/view-drawer.tsx'
import { FlowPicture } from './flow-picture.tsx'
import { FlowComments, FlowHistory } from './flow-story.tsx'
import { InstancePaper } from './instance-paper.tsx'
import { RequestForm } from './request-form.tsx'
import './instance.css'

const TABS = ['form', 'picture', 'history'] as const
type Tab = (typeof TABS)[number]

function Body({ trace, tab }: { trace: FlowTrace; tab: Tab }) {
  if (tab === 'picture') return <FlowPicture trace={trace} />
  if (tab === 'history')
    return (
      <div className="stack">
        <FlowHistory log={trace.log} />
        <FlowComments trace={trace} />
      </div>
    )
  return <RequestForm trace={trace} />
}

interface ProgressDrawerProps {
  instanceId: string
  onClose: () => void
  /** What its reader can do with it. */
  actions?: (trace: FlowTrace) => ReactNode
}

/** How far a request is: its form, its picture and its history (OF-3, OF-7). */
export function ProgressDrawer({ instanceId, onClose, actions }: ProgressDrawerProps) {
  const { t } = useText()
  const [tab, setTab] = useState<Tab>('form')
  const query = useAnswer(traceFlow, { instanceId }, { fresh: true, follows: ['ownFlow', 'flowInstance'] })
  const trace = query.data
  return (
    <ViewDrawer
      title={trace?.title ?? t('request.progress')}
      width={760}
      extra={
        trace && (
          <Button icon="sheet" onClick={() => window.print()}>
            {t('request.print')}
          </Button>
        )
      }
      footer={trace && actions?.(trace)}
      onClose={onClose}
    >
      <Fetched query={query} rows={8}>
        {(shown) => (
          <div className="stack trace-progress">
            <p className="t3">
              <span className="num">{shown.instNo}</span> · {shown.flowName} · {shown.starterName} ·{' '}
              {byName(`enum.flowInstanceStatus.${shown.status}`)}
            </p>
            <span className="segments">
              {TABS.map((name) => (
                <Segment key={name} on={tab === name} onClick={() => setTab(name)}>
                  {t(`request.${name}`)}
                </Segment>
              ))}
            </span>
            <Body trace={shown} tab={tab} />
            <InstancePaper trace={shown} />
          </div>
        )}
      </Fetched>
    </ViewDrawer>
  )
}

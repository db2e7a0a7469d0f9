import type { FlowTrace } from '@sluice/contract'
import { createPortal } from 'react-dom'
import { byName, useText } from '../../../lib/text/text.ts'
import { showTime } from '../../../lib/time/clock.ts'
import { FlowHistory } from './flow-story.tsx'
import { RequestForm } from './request-form.tsx'
import { Way } from './way.tsx'

/** A request with its trail on paper: the screen behind it is not printed. */
export function InstancePaper({ trace }: { trace: FlowTrace }) {
  const { t } = useText()
  const { title, instNo, flowName, versionNo, status, starterName, deptName, startTime, endTime } = trace
  return createPortal(
    <article className="trace-paper" aria-hidden="true">
      <h1>{title}</h1>
      <p>{t('request.paperHead', { no: instNo, flow: flowName, version: versionNo })}</p>
      <p>
        {t('request.paperBy', { who: starterName, dept: deptName, time: showTime(startTime) })} ·{' '}
        {byName(`enum.flowInstanceStatus.${status}`)}
        {endTime !== null && ` ${showTime(endTime)}`}
      </p>
      <h2>{t('request.form')}</h2>
      <RequestForm trace={trace} />
      <h2>{t('request.way')}</h2>
      <Way trace={trace} />
      <h2>{t('request.history')}</h2>
      <FlowHistory log={trace.log} />
    </article>,
    document.body,
  )
}

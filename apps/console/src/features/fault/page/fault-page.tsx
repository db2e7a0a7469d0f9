import { faultResource, type FaultRow, faultStory } from '@sluice/contract'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { type RefObject, useEffect, useRef } from 'react'
import { useCurrentState } from '../../../domain/state/current-state.ts'
import type { UseCommandMarks, UseCommandEvents } from '../../../domain/history/happening.ts'
import { useAnswer } from '../../../lib/api/answer.ts'
import { keysAreTaken } from '../../../lib/page/page-keys.ts'
import { byName, t, useText } from '../../../lib/text/text.ts'
import { useNow } from '../../../lib/time/clock.ts'
import { DetailPage } from '../../../parts/detail-page/detail-page.tsx'
import { Fetched } from '../../../parts/fetched/fetched.tsx'
import { Section } from '../../../parts/section/section.tsx'
import { refreshFaultCount } from '../fault-count.ts'
import { FaultWhy, useDeviceOf } from '../fault-why.tsx'
import { FAULT_FORMS } from '../forms/fault-forms.tsx'
import { onAnswer } from '../forms/handled.ts'
import { useFreshFaults } from '../fresh-faults.ts'
import { rangeOf } from './chart-range.ts'
import { FaultChart } from './fault-chart.tsx'
import { FaultHead } from './fault-head.tsx'
import { FaultRemedy } from './fault-remedy.tsx'
import { FaultStory } from './fault-story.tsx'
import { FaultConsequences, SimilarFaults } from './other-faults.tsx'
import './fault-page.css'

const MINUTE_MS = 60_000
/** The page has a field for notes. */
const NO_ACTIONS = ['note'] as const

interface FaultPageProps {
  /** Another feature knows the commands. */
  useMarks: UseCommandMarks
  useCommandEvents: UseCommandEvents
}

/** N leads to the field of notes, unless somebody types already. */
function useNoteKey(field: RefObject<TextAreaRef | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.key.toLowerCase() !== 'n') return
      if (event.defaultPrevented || keysAreTaken(event) || !field.current) return
      field.current.focus()
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [field])
}

/** Fresh as the lists are: with the bell, and with the faults that the device reports. */
function useFreshPage(deviceId: string): void {
  const active = useCurrentState(deviceId).data?.faults ?? []
  useFreshFaults(active.map(({ code, level }) => `${code}${level}`).join(','))
}

function Parts({ fault, useMarks, useCommandEvents }: FaultPageProps & { fault: FaultRow }) {
  const { t } = useText()
  const field = useRef<TextAreaRef>(null)
  useNoteKey(field)
  useFreshPage(fault.deviceId)
  const { device } = useDeviceOf(fault)
  const story = useAnswer(
    faultStory,
    { id: fault.id },
    {
      follows: [faultResource.name, fault.version, fault.lastTime],
      keep: true,
    },
  )
  const { from, to } = rangeOf(fault, 'minutes10', useNow(MINUTE_MS))
  const span = { startTime: new Date(from).toISOString(), endTime: new Date(to).toISOString() }
  return (
    <div className="fault-parts">
      <div className="fault-main">
        {device && <FaultChart fault={fault} device={device} useMarks={useMarks} />}
        <Fetched query={story} card>
          {(told) => (
            <FaultStory fault={fault} story={told} useCommandEvents={useCommandEvents} span={span} field={field} />
          )}
        </Fetched>
      </div>
      <div className="fault-aside">
        <Section className="fault-because" label={t('faultPage.why')} title={t('faultPage.why')}>
          <FaultWhy fault={fault} steps={false} />
        </Section>
        <FaultRemedy fault={fault} ticked={story.data?.steps ?? []} />
        {story.data && <FaultConsequences story={story.data} />}
        {story.data && <SimilarFaults story={story.data} />}
      </div>
    </div>
  )
}

/** One fault: why it is one, what the device did, what people did, and what to do. */
export function FaultPage({ useMarks, useCommandEvents }: FaultPageProps) {
  useText()
  return (
    <DetailPage
      resource={faultResource}
      slots={{
        title: ({ deviceName, code }) =>
          t('faultPage.title', { device: deviceName, fault: byName(`fault.${code}`, code) }),
        head: (fault, parts) => <FaultHead fault={fault} {...parts} />,
        overview: (fault) => (
          <Parts key={fault.id} fault={fault} useMarks={useMarks} useCommandEvents={useCommandEvents} />
        ),
        forms: FAULT_FORMS,
        omitActions: NO_ACTIONS,
        onDone: () => void refreshFaultCount(),
        onAnswer,
      }}
    />
  )
}

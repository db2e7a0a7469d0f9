import { faultResource, type FaultRow, type FaultStory as Story, noteFault } from '@sluice/contract'
import { Input } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { Fragment, type RefObject, useState } from 'react'
import type { UseCommandEvents } from '../../../domain/history/happening.ts'
import { usePermission } from '../../../lib/access/access.tsx'
import { call } from '../../../lib/api/api.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { useText } from '../../../lib/text/text.ts'
import { showTime } from '../../../lib/time/clock.ts'
import { Button } from '../../../parts/button/button.tsx'
import { Segment } from '../../../parts/button/segment.tsx'
import { Glyph } from '../../../parts/icon/glyphs.tsx'
import { Icon } from '../../../parts/icon/icons.tsx'
import { Section } from '../../../parts/section/section.tsx'
import { STORY_KINDS, type StoryKind, type StoryLine, storyLines } from './story-lines.ts'

const MAY_NOTE = ['fault:ack']
const NOTE_MOST = 500

const LABELS = {
  fault: 'faultPage.ofFault',
  command: 'faultPage.ofCommand',
  told: 'faultPage.ofTold',
  people: 'faultPage.ofPeople',
} as const

function Line({ line }: { line: StoryLine }) {
  const { at, mark, text, note, who, kind } = line
  return (
    <li className={`story-line story-${kind}`}>
      <time className="num t3" dateTime={new Date(at).toISOString()} title={showTime(at)}>
        {showTime(at, '{h}:{i}:{s}')}
      </time>
      <span className="story-mark">
        {'glyph' in mark ? <Glyph name={mark.glyph} toned /> : <Icon name={mark.icon} size={14} />}
      </span>
      <div className="story-words">
        <p>
          <b>{text}</b>
          {who && <span className="t3">{who}</span>}
        </p>
        {note && <p className="story-note">{note}</p>}
      </div>
    </li>
  )
}

/** The lines by days, each day named where there are several. */
function Lines({ lines }: { lines: readonly StoryLine[] }) {
  const { t } = useText()
  const dayOf = ({ at }: StoryLine) => showTime(at, '{y}-{m}-{d}')
  const days = [...new Set(lines.map(dayOf))]
  return (
    <ol className="story-lines" aria-label={t('faultPage.story')}>
      {days.map((day) => (
        <Fragment key={day}>
          {days.length > 1 && <li className="story-day num">{day}</li>}
          {lines
            .filter((line) => dayOf(line) === day)
            .map((line) => (
              <Line key={line.key} line={line} />
            ))}
        </Fragment>
      ))}
    </ol>
  )
}

function NoteField({ faultId, field }: { faultId: string; field: RefObject<TextAreaRef | null> }) {
  const { t } = useText()
  const { busy, mutate } = useMutation(faultResource.name)
  const [note, setNote] = useState('')
  const words = note.trim()
  const send = async () => {
    if (words === '' || busy) return
    if (await mutate(() => call(noteFault, { id: faultId, note: words }), { done: t('faultPage.noted') })) setNote('')
  }
  return (
    <div className="story-write">
      <Input.TextArea
        ref={field}
        aria-label={t('faultPage.writeNote')}
        aria-keyshortcuts="N"
        title={`${t('faultPage.writeNote')} (N)`}
        placeholder={t('faultPage.writeNote')}
        autoSize={{ minRows: 1, maxRows: 6 }}
        maxLength={NOTE_MOST}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
      />
      <Button disabled={words === ''} busy={busy} onClick={() => void send()}>
        {t('faultPage.sendNote')}
      </Button>
    </div>
  )
}

interface FaultStoryProps {
  fault: FaultRow
  story: Story
  useCommandEvents: UseCommandEvents
  /** From when on commands count: those before belong to something else. */
  span: { startTime: string; endTime: string }
  /** The field of notes, for its key. */
  field: RefObject<TextAreaRef | null>
}

/** What happened, in the order of time, and a field to write what else did. */
export function FaultStory({ fault, story, useCommandEvents, span, field }: FaultStoryProps) {
  const { t } = useText()
  const mayNote = usePermission(MAY_NOTE)
  const commandEvents = useCommandEvents(fault.deviceId, span.startTime, span.endTime)
  const [only, setOnly] = useState<StoryKind | null>(null)
  const lines = storyLines(fault, story, commandEvents)
  const shown = only ? lines.filter(({ kind }) => kind === only) : lines
  const count = (kind: StoryKind) => lines.filter((line) => line.kind === kind).length
  return (
    <Section
      className="fault-story"
      label={t('faultPage.story')}
      title={t('faultPage.story')}
      beside={
        <>
          <span className="grow" />
          <div className="segments" role="group" aria-label={t('faultPage.story')}>
            <Segment
              on={only === null}
              onClick={() => setOnly(null)}
            >{`${t('faultPage.all')} ${lines.length}`}</Segment>
            {STORY_KINDS.map((kind) => (
              <Segment key={kind} on={only === kind} onClick={() => setOnly(kind)}>
                {`${t(LABELS[kind])} ${count(kind)}`}
              </Segment>
            ))}
          </div>
        </>
      }
    >
      {shown.length > 0 ? <Lines lines={shown} /> : <p className="t3">{t('faultPage.nothing')}</p>}
      {mayNote && <NoteField faultId={fault.id} field={field} />}
    </Section>
  )
}

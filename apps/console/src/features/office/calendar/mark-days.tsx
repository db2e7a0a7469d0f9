import { clearWorkDays, setWorkDays, WORK_DAY_KINDS, type WorkDay, type WorkDayKind, workYear } from '@sluice/contract'
import { daysBetween } from '@sluice/kit'
import { useQueryClient } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState } from 'react'
import { usePermission } from '../../../lib/access/access.tsx'
import { answerKey } from '../../../lib/api/answer.ts'
import { call } from '../../../lib/api/api.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { Segment } from '../../../parts/button/segment.tsx'
import { Section } from '../../../parts/section/section.tsx'
import type { Span } from './year.rules.ts'

/** What ordinary days are most often made. */
const FIRST: WorkDayKind = 'HOLIDAY'

/** Changes days of the calendar, and reads it again. */
export function useDaysChange() {
  const client = useQueryClient()
  const { busy, mutate } = useMutation('workDay')
  return {
    busy,
    change: async (work: () => Promise<unknown>, done: string) => {
      const isDone = await mutate(work, { done })
      await client.invalidateQueries({ queryKey: answerKey(workYear) })
      return isDone
    },
  }
}

interface MarkDaysProps {
  span: Span
  days: readonly WorkDay[]
}

/** Says of the chosen days what they are, or makes them ordinary again. */
export function MarkDays({ span: { from, to }, days }: MarkDaysProps) {
  const { t } = useText()
  const { busy, change } = useDaysChange()
  const mayClear = usePermission(['workDay:del'])
  const marked = days.filter(({ date }) => from <= date && date <= to)
  const dates = daysBetween(from, to)
  const known = marked.length === dates.length ? marked[0] : undefined
  const [kind, setKind] = useState<WorkDayKind>(known?.kind ?? FIRST)
  const [name, setName] = useState(known?.name ?? '')
  const said = { kind, name: name.trim() || null }
  const isSame = marked.length === dates.length && marked.every((day) => day.kind === kind && day.name === said.name)
  const save = () =>
    change(() => call(setWorkDays, { days: dates.map((date) => ({ date, ...said })) }), t('workDay.saved'))
  const clear = () => change(() => call(clearWorkDays, { dates: marked.map(({ date }) => date) }), t('workDay.cleared'))
  return (
    <Section title={t('workDay.mark')} label={t('workDay.mark')} className="mark-days">
      <span className="segments" role="group" aria-label={byName('workDay.kind')}>
        {WORK_DAY_KINDS.map((one) => (
          <Segment key={one} on={kind === one} onClick={() => setKind(one)}>
            {byName(`enum.workDayKind.${one}`)}
          </Segment>
        ))}
      </span>
      <label>
        <span>{byName('workDay.name')}</span>
        <Input value={name} maxLength={40} onChange={({ target }) => setName(target.value)} />
      </label>
      <div className="row wrap">
        <Button kind="theme" busy={busy} disabled={isSame} onClick={() => void save()}>
          {t('workDay.set', { n: dates.length })}
        </Button>
        {mayClear && marked.length > 0 && (
          <Button busy={busy} onClick={() => void clear()}>
            {t('workDay.clear', { n: marked.length })}
          </Button>
        )}
      </div>
    </Section>
  )
}

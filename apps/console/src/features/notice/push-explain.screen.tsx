import { EXPLAIN_DAYS, explainPush, faultCodeResource, noticeUserResource, pushRuleResource } from '@sluice/contract'
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useSearchParams } from 'react-router'
import { useAnswer } from '../../lib/api/answer.ts'
import { byName, textsUnder, useText } from '../../lib/text/text.ts'
import { toInstant, toPicked } from '../../lib/time/picked-time.ts'
import { Button } from '../../parts/button/button.tsx'
import { Select } from '../../parts/control/select.tsx'
import { EmptyState } from '../../parts/fetched/empty-state.tsx'
import { Fetched } from '../../parts/fetched/fetched.tsx'
import { RefSelect } from '../../parts/form/ref-select.tsx'
import { NoticeTab } from './notice-tabs.tsx'
import { Explained } from './push-explained.tsx'
import { Card } from '../../parts/section/section.tsx'

/** Codes of faults that have texts. */
const codes = () => textsUnder('fault.').flatMap(([key]) => /^fault\.([A-Z][A-Z0-9_]*)$/.exec(key)?.slice(1) ?? [])

const NIGHT_HOUR = 3

/** What the address holds of the question. */
function useQuestion() {
  const [search, setSearch] = useSearchParams()
  const set = (name: 'device' | 'code' | 'time', value: string | undefined) =>
    setSearch(
      (before) => {
        if (value === undefined) before.delete(name)
        else before.set(name, value)
        return before
      },
      { replace: true },
    )
  return {
    deviceId: search.get('device') ?? undefined,
    code: search.get('code') ?? undefined,
    time: search.get('time') ?? undefined,
    set,
  }
}

/** The next 03:00 on the clock of the reader, to ask the question of the night. */
function nextNight(): string {
  const now = toPicked(new Date().toISOString())
  const night = now.hour(NIGHT_HOUR).minute(0).second(0).millisecond(0)
  return toInstant(night.isAfter(now) ? night : night.add(1, 'day'))
}

/** Who would be told of a fault of a device, when and why; nothing is sent. */
export default function PushExplainScreen() {
  const { t } = useText()
  const { deviceId, code, time, set } = useQuestion()
  const asked = deviceId && code ? { deviceId, code, ...(time ? { time } : {}) } : null
  const answer = useAnswer(explainPush, asked, {
    fresh: true,
    follows: [noticeUserResource.name, pushRuleResource.name, faultCodeResource.name],
  })
  const options = codes().map((value) => ({ value, label: `${value} ${byName(`fault.${value}`, value)}` }))
  return (
    <NoticeTab>
      <Card>
        <div className="push-ask">
          <label>
            <span>{t('push.device')}</span>
            <RefSelect
              to="device"
              value={deviceId ?? null}
              onChange={(id) => set('device', id)}
              aria-label={t('push.device')}
            />
          </label>
          <label>
            <span>{t('push.fault')}</span>
            <Select
              value={code ?? null}
              options={options}
              showSearch={{ optionFilterProp: 'label' }}
              placeholder={t('form.choose')}
              aria-label={t('push.fault')}
              onChange={(value: string) => set('code', value)}
              style={{ width: '100%' }}
            />
          </label>
          <label>
            <span>{t('push.time')}</span>
            <DatePicker
              showTime={{ format: 'HH:mm' }}
              format="YYYY-MM-DD HH:mm"
              value={time ? toPicked(time) : null}
              placeholder={t('push.now')}
              minDate={dayjs().subtract(EXPLAIN_DAYS - 1, 'day')}
              maxDate={dayjs().add(EXPLAIN_DAYS - 1, 'day')}
              onChange={(picked) => set('time', picked && !Array.isArray(picked) ? toInstant(picked) : undefined)}
              style={{ width: '100%' }}
            />
          </label>
          <Button onClick={() => set('time', nextNight())}>{t('push.atNight')}</Button>
        </div>
      </Card>
      {asked === null ? (
        <section className="card">
          <EmptyState icon="bell" text={t('push.ask')} hint={t('push.askHint')} />
        </section>
      ) : (
        <Fetched query={answer} rows={4} card>
          {(found) => <Explained answer={found} />}
        </Fetched>
      )}
    </NoticeTab>
  )
}

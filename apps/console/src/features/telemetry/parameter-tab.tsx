import { type DeviceParameter, deviceParameters, inLanguage, type OutputOf } from '@sluice/contract'
import { useState } from 'react'
import { usePermission } from '../../lib/access/access.tsx'
import { useAnswer } from '../../lib/api/answer.ts'
import { MISSING } from '../../lib/text/reading-format.ts'
import { useText } from '../../lib/text/text.ts'
import { showTime } from '../../lib/time/clock.ts'
import { Button } from '../../parts/button/button.tsx'
import { EmptyState } from '../../parts/fetched/empty-state.tsx'
import { Fetched } from '../../parts/fetched/fetched.tsx'
import { Section } from '../../parts/section/section.tsx'
import { ParameterForm } from './parameter-form.tsx'
import { parameterText } from './parameter-values.ts'

type Parameters = OutputOf<typeof deviceParameters>

const CHIPS: Readonly<Record<DeviceParameter['state'], string>> = {
  UNSET: 'chip chip-plain',
  IN_STEP: 'chip chip-online',
  PENDING: 'chip chip-pending',
  DIFFERS: 'chip chip-unconfirmed',
}

/** Below a value: since when it is so, and who wanted it. */
function Since({ time, by }: { time: string; by: string | null }) {
  const { t } = useText()
  return (
    <div>
      <small className="t3">
        {t('parameter.since', { time: showTime(time) })}
        {by !== null && ` · ${by}`}
      </small>
    </div>
  )
}

function ParameterRow({ parameter }: { parameter: DeviceParameter }) {
  const { t, language } = useText()
  const { key, name, state, desired, since, byName: who, reported, reportedTime } = parameter
  return (
    <tr>
      <td>
        {inLanguage(name, language)} <small className="mono t3">{key}</small>
        <div>
          <span className={CHIPS[state]}>{t(`parameter.state.${state}`)}</span>
        </div>
      </td>
      <td className="num">
        {desired === null ? MISSING : parameterText(parameter, desired)}
        {since !== null && <Since time={since} by={who} />}
      </td>
      <td className="num">
        {reported === null ? MISSING : parameterText(parameter, reported)}
        {reportedTime !== null && <Since time={reportedTime} by={null} />}
      </td>
    </tr>
  )
}

function ParameterList({ deviceId, answer }: { deviceId: string; answer: Parameters }) {
  const { t } = useText()
  const mayEdit = usePermission(['device:parameter'])
  const [editing, setEditing] = useState(false)
  const open = answer.parameters.filter(({ state }) => state === 'PENDING' || state === 'DIFFERS').length
  if (answer.parameters.length === 0) {
    return (
      <section className="card list">
        <EmptyState text={t('parameter.none')} hint={t('parameter.noneHint')} />
      </section>
    )
  }
  return (
    <Section
      label={t('device.parameters')}
      title={t('device.parameters')}
      beside={
        mayEdit && (
          <Button icon="pencil" onClick={() => setEditing(true)}>
            {t('parameter.edit')}
          </Button>
        )
      }
    >
      <p className="hint">{open === 0 ? t('parameter.allInStep') : t('parameter.open', { n: open })}</p>
      <div className="rule-scroll">
        <table className="plain">
          <thead>
            <tr>
              <th scope="col">{t('parameter.name')}</th>
              <th scope="col">{t('parameter.desired')}</th>
              <th scope="col">{t('parameter.reported')}</th>
            </tr>
          </thead>
          <tbody>
            {answer.parameters.map((parameter) => (
              <ParameterRow key={parameter.key} parameter={parameter} />
            ))}
          </tbody>
        </table>
      </div>
      {editing && <ParameterForm deviceId={deviceId} answer={answer} onClose={() => setEditing(false)} />}
    </Section>
  )
}

/** The settings of a device: what it is to have, and what it says it has. */
export function ParameterTab({ deviceId }: { deviceId: string }) {
  const parameters = useAnswer(deviceParameters, { deviceId }, { everyMs: 5_000 })
  return <Fetched query={parameters}>{(answer) => <ParameterList deviceId={deviceId} answer={answer} />}</Fetched>
}

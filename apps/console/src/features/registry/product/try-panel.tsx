import {
  deviceResource,
  type OutputOf,
  type ProductModel,
  replayProductModel,
  type ReplayedValue,
  type ScriptFault,
  type TriedValue,
  tryProductModel,
} from '@sluice/contract'
import { Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { metricLabel } from '../../../domain/metric/metric-label.ts'
import { usePermission } from '../../../lib/access/access.tsx'
import { call } from '../../../lib/api/api.ts'
import type { CallFailure } from '../../../lib/api/api-outcome.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { formatNumber } from '../../../lib/text/reading-format.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { showTime } from '../../../lib/time/clock.ts'
import { Button } from '../../../parts/button/button.tsx'
import { Segment } from '../../../parts/button/segment.tsx'
import { RefSelect } from '../../../parts/form/ref-select.tsx'
import { Section } from '../../../parts/section/section.tsx'
import { ScriptFaultText } from './protocol/payload-script.tsx'
import { pastedAs, triedTopic } from './protocol/uplink-rules.tsx'
import { type MetricLookup, tintOf } from './draft/model-words.ts'

interface Props {
  model: ProductModel
  metricOf: MetricLookup
}

interface FrameProps extends Props {
  /** What the payload script of the model said in the last try. */
  onTried: (fault: ScriptFault | null) => void
}

/** What a frame becomes by the model on this page, and what the last hour of a device would have become. */
export function TryPanel({ onTried, ...props }: FrameProps) {
  const { t } = useText()
  const mayReplay = usePermission(['device:message'])
  const [way, setWay] = useState<'frame' | 'device'>('frame')
  return (
    <Section
      className="try-panel"
      label={t('productEdit.try')}
      title={t('productEdit.try')}
      beside={
        mayReplay && (
          <div className="segments">
            <Segment on={way === 'frame'} onClick={() => setWay('frame')}>
              {t('productEdit.tryFrame')}
            </Segment>
            <Segment on={way === 'device'} onClick={() => setWay('device')}>
              {t('productEdit.tryDevice')}
            </Segment>
          </div>
        )
      }
    >
      {way === 'frame' ? <TryFrame {...props} onTried={onTried} /> : <TryDevice {...props} />}
    </Section>
  )
}

type Tried = OutputOf<typeof tryProductModel>

function TryFrame({ model, metricOf, onTried }: FrameProps) {
  const { t } = useText()
  const { busy, mutate } = useMutation()
  const [frame, setFrame] = useState('')
  const usual = triedTopic(model)
  const [topic, setTopic] = useState<string | null>(null)
  const [found, setFound] = useState<Tried | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const read = async () => {
    setProblem(null)
    const on = usual === null ? {} : { topic: topic?.trim() || usual }
    const work = async () => {
      const answer = await call(tryProductModel, { model, frame, ...on }, { shows: () => true })
      setFound(answer)
      onTried(answer.script?.fault ?? null)
    }
    await mutate(work, {
      refused: (failure: CallFailure) => {
        setFound(null)
        setProblem(Object.values(failure.fields)[0] ?? failure.message)
      },
    })
  }
  const conditions = Object.entries(found?.conditions ?? {}).filter(([, holds]) => holds)
  return (
    <>
      {usual !== null && (
        <label className="try-topic">
          <span className="t3">{t('productEdit.payloadTopic')}</span>
          <Input
            className="mono"
            value={topic ?? usual}
            maxLength={200}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setTopic(event.target.value)}
          />
        </label>
      )}
      <Input.TextArea
        className="mono"
        aria-label={t('productEdit.pasteFrame')}
        placeholder={t(pastedAs(model))}
        value={frame}
        autoSize={{ minRows: 3, maxRows: 8 }}
        spellCheck={false}
        onChange={(event) => setFrame(event.target.value)}
      />
      <div className="row between try-go">
        <span className="rule-problem" role="status">
          {problem}
        </span>
        <Button kind="theme" busy={busy} disabled={frame.trim() === ''} onClick={() => void read()}>
          {t('productEdit.readFrame')}
        </Button>
      </div>
      {found?.fault && (
        <p className="rule-problem">{t('productEdit.noMessage', { at: found.fault.at + 1, kind: found.fault.kind })}</p>
      )}
      {found?.script && <ScriptSaid {...found.script} />}
      {found && !found.fault && !found.script?.fault && found.values.length === 0 && (
        <p className="hint">{t('productEdit.noValues')}</p>
      )}
      <ul className="tried-values">
        {found?.values.map((one) => (
          <TriedRow key={`${one.channel} ${one.slave} ${one.key}`} model={model} metricOf={metricOf} one={one} />
        ))}
      </ul>
      {conditions.length > 0 && (
        <p>
          {t('productEdit.holds')} {conditions.map(([code]) => byName(`fault.${code}`, code)).join(t('list.comma'))}
        </p>
      )}
    </>
  )
}

/** What the payload script wrote and returned, or where it failed. */
function ScriptSaid({ fault, lines, answer }: NonNullable<Tried['script']>) {
  const { t } = useText()
  return (
    <>
      {fault && <ScriptFaultText fault={fault} />}
      {lines.length > 0 && (
        <>
          <h4 className="t3">{t('productEdit.scriptWrote')}</h4>
          <pre className="mono script-lines">{lines.join('\n')}</pre>
        </>
      )}
      {!fault && (
        <>
          <h4 className="t3">{t('productEdit.scriptReturned')}</h4>
          <pre className="mono script-lines">{JSON.stringify(answer, null, 2)}</pre>
        </>
      )}
    </>
  )
}

function TriedRow({ model, metricOf, one }: Props & { one: TriedValue }) {
  const { t } = useText()
  const { key, channel, slave, value, fault, listed } = one
  const metric = metricOf(key)
  const where = slave ?? (channel > 0 ? t('productEdit.ofChannel', { n: channel }) : '')
  return (
    <li className={fault ? 'refused' : undefined}>
      <i className={listed ? 'tint' : 'tint unmapped'} style={{ '--tint': tintOf(model.points, key) } as never} />
      <span className="clip">
        {metricLabel(key, metric)} <small className="t3">{where}</small>
      </span>
      <b className="num">
        {shown(value, metric?.decimals)} <small className="unit">{metric?.unit}</small>
      </b>
      {fault && (
        <small className="rule-problem">
          {t('productEdit.refused', { why: byName(`enum.valueFault.${fault}`, fault) })}
        </small>
      )}
    </li>
  )
}

function shown(value: TriedValue['value'] | undefined, decimals?: number): string {
  if (value === undefined || value === null) return '—'
  return typeof value === 'number' ? formatNumber(value, decimals) : String(value)
}

type Replayed = OutputOf<typeof replayProductModel>

function TryDevice({ model, metricOf }: Props) {
  const { t } = useText()
  const { busy, mutate } = useMutation()
  const [deviceId, setDeviceId] = useState<string | null>(null)
  const [found, setFound] = useState<Replayed | null>(null)
  const replay = () =>
    mutate(async () => {
      if (deviceId !== null) setFound(await call(replayProductModel, { model, deviceId }))
    })
  return (
    <>
      <div className="row try-go">
        <RefSelect
          to={deviceResource.name}
          value={deviceId}
          aria-label={t('productEdit.device')}
          onChange={(id) => {
            setDeviceId(id ?? null)
            setFound(null)
          }}
        />
        <Button kind="theme" busy={busy} disabled={deviceId === null} onClick={() => void replay()}>
          {t('productEdit.replay')}
        </Button>
      </div>
      {found && <ReplayResult found={found} metricOf={metricOf} />}
    </>
  )
}

const COUNTS = ['same', 'changed', 'added', 'gone', 'refused'] as const

function ReplayResult({ found, metricOf }: { found: Replayed; metricOf: MetricLookup }) {
  const { t } = useText()
  if (found.frames === 0) return <p className="hint">{t('productEdit.noFrames')}</p>
  return (
    <>
      <p className="replay-counts">
        {t('productEdit.frames', { n: found.frames })}
        {COUNTS.map((name) => (
          <span key={name} className={name === 'refused' && found.refused > 0 ? 'rule-problem' : undefined}>
            {t(`productEdit.replay.${name}`)} <b className="num">{found[name]}</b>
          </span>
        ))}
      </p>
      {found.differences.length > 0 && (
        <div className="rule-scroll">
          <table className="plain">
            <thead>
              <tr>
                <th scope="col">{t('productEdit.time')}</th>
                <th scope="col">{t('productEdit.metric')}</th>
                <th scope="col">{t('productEdit.now')}</th>
                <th scope="col">{t('productEdit.then')}</th>
              </tr>
            </thead>
            <tbody>
              {found.differences.map((one) => (
                <Difference key={`${one.ts} ${one.channel} ${one.slave} ${one.key}`} one={one} metricOf={metricOf} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}

function Difference({ one, metricOf }: { one: ReplayedValue; metricOf: MetricLookup }) {
  const metric = metricOf(one.key)
  const said = (value: ReplayedValue['before'], fault: ReplayedValue['beforeFault']): ReactNode =>
    fault ? (
      <>
        <s>{shown(value, metric?.decimals)}</s>{' '}
        <small className="rule-problem">{byName(`enum.valueFault.${fault}`, fault)}</small>
      </>
    ) : (
      shown(value, metric?.decimals)
    )
  return (
    <tr>
      <td className="num">{showTime(one.ts, '{h}:{i}:{s}')}</td>
      <td>{metricLabel(one.key, metric)}</td>
      <td className="num">{said(one.before, one.beforeFault)}</td>
      <td className="num">{said(one.after, one.afterFault)}</td>
    </tr>
  )
}

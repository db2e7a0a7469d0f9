import { type FlowDrawing, flowModel, type FlowModel, rollBackFlow } from '@sluice/contract'
import { useState } from 'react'
import { useAnswer } from '../../../../lib/api/answer.ts'
import { call } from '../../../../lib/api/api.ts'
import { useMutation } from '../../../../lib/api/mutation.ts'
import { ask } from '../../../../lib/page/ask.ts'
import { useText } from '../../../../lib/text/text.ts'
import { showTime } from '../../../../lib/time/clock.ts'
import { Button } from '../../../../parts/button/button.tsx'
import { Select } from '../../../../parts/control/select.tsx'
import { EmptyState } from '../../../../parts/fetched/empty-state.tsx'
import { Fetched } from '../../../../parts/fetched/fetched.tsx'
import { Section } from '../../../../parts/section/section.tsx'
import { useDesigner } from '../designer.ts'
import { flowDifferences } from './flow-diff.ts'

/** What differs, each node and field by its name, the older side left. */
function Differences({ before, after }: { before: FlowModel; after: FlowModel }) {
  const { t } = useText()
  const { names } = useDesigner()
  const found = flowDifferences(before, after, names)
  if (found.length === 0) return <p className="hint">{t('flow.diff.none')}</p>
  return (
    <table className="plain flow-diff">
      <thead>
        <tr>
          <th scope="col">{t('flow.diff.where')}</th>
          <th scope="col">{t('flow.diff.before')}</th>
          <th scope="col">{t('flow.diff.after')}</th>
        </tr>
      </thead>
      <tbody>
        {found.map(({ id, of, name, kind, lines }) => (
          <tr key={`${of}${id}`} data-difference={kind}>
            <th scope="row">
              {name}
              <small className="t3">{t(`flow.diff.of.${of}`)}</small>
            </th>
            {kind === 'changed' ? (
              (['before', 'after'] as const).map((side) => (
                <td key={side}>
                  {lines.map((line) => (
                    <p key={line.what}>
                      <small className="t3">{line.what}</small> {line[side] || '–'}
                    </p>
                  ))}
                </td>
              ))
            ) : (
              <>
                <td>{kind === 'removed' ? t('flow.diff.there') : '–'}</td>
                <td>{kind === 'added' ? t('flow.diff.there') : '–'}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const DRAFT = 0

/** Two versions beside each other; the draft is one of them. */
function Comparison({ drawing }: { drawing: FlowDrawing }) {
  const { t } = useText()
  const { id, model } = useDesigner()
  const [older, setOlder] = useState(drawing.versions[0]?.versionNo ?? DRAFT)
  const [newer, setNewer] = useState(DRAFT)
  const modelOf = (versionNo: number) => (versionNo === DRAFT ? null : { id, versionNo })
  const left = useAnswer(flowModel, modelOf(older))
  const right = useAnswer(flowModel, modelOf(newer))
  const options = [
    { value: DRAFT, label: t('flow.draft') },
    ...drawing.versions.map(({ versionNo }) => ({ value: versionNo, label: `v${versionNo}` })),
  ]
  const side = (label: string, value: number, onChange: (value: number) => void) => (
    <Select<number> aria-label={label} value={value} options={options} onChange={onChange} />
  )
  const before = older === DRAFT ? model : left.data?.model
  const after = newer === DRAFT ? model : right.data?.model
  return (
    <Section
      title={t('flow.compare')}
      label={t('flow.compare')}
      beside={
        <div className="row">
          {side(t('flow.diff.before'), older, setOlder)}
          <span className="t3">→</span>
          {side(t('flow.diff.after'), newer, setNewer)}
        </div>
      }
    >
      {before && after ? (
        <Differences before={before} after={after} />
      ) : (
        <Fetched query={before ? right : left} rows={4}>
          {() => null}
        </Fetched>
      )}
    </Section>
  )
}

interface VersionsProps {
  drawing: FlowDrawing
  flush: () => Promise<number | undefined>
  /** The draft is another: it is read anew. */
  onRolledBack: () => void
}

/** Every version that was published, what differs between them, and the way back. */
export function VersionsTab({ drawing, flush, onRolledBack }: VersionsProps) {
  const { t } = useText()
  const { id, isFixed } = useDesigner()
  const { busy, mutate } = useMutation('flowDefinition')
  const { versions } = drawing
  const rollBack = async (versionNo: number) => {
    const question = {
      title: t('flow.rollBack', { n: versionNo }),
      text: t('flow.rollBackAsks', { version: versionNo }),
      confirm: t('flow.rollBackNow'),
      cancel: t('action.cancel'),
    }
    if (!(await ask(question))) return
    const version = await flush()
    if (version === undefined) return
    const done = t('flow.rolledBack', { n: versionNo })
    if (await mutate(() => call(rollBackFlow, { id, version, versionNo }), { done })) onRolledBack()
  }
  if (versions.length === 0)
    return <EmptyState icon="history" text={t('flow.noVersions')} hint={t('flow.noVersionsHint')} />
  return (
    <div className="stack flow-versions">
      <Section title={t('flow.tab.versions')} label={t('flow.tab.versions')}>
        <ol className="event-rows">
          {versions.map(({ versionNo, time, byName, note }, n) => (
            <li key={versionNo}>
              <b className="num">{`v${versionNo}`}</b>
              {n === 0 && <span className="flow-tag">{t('flow.inForce')}</span>}
              <span className="grow clip">{note}</span>
              <small className="t3">
                {byName} · {showTime(time)}
              </small>
              {!isFixed && (
                <Button kind="link" disabled={busy} onClick={() => void rollBack(versionNo)}>
                  {t('flow.rollBackTo')}
                </Button>
              )}
            </li>
          ))}
        </ol>
      </Section>
      <Comparison drawing={drawing} />
    </div>
  )
}

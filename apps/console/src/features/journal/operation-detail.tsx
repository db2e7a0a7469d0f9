import { getCommand, operationLogGet, operationLogProof, type OperationLogRow, type OutputOf } from '@sluice/contract'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { usePermission } from '../../lib/access/access.tsx'
import { useAnswer } from '../../lib/api/answer.ts'
import { call } from '../../lib/api/api.ts'
import { useMutation } from '../../lib/api/mutation.ts'
import { saveContent } from '../../lib/api/save-file.ts'
import { showTime } from '../../lib/time/clock.ts'
import { byName, useText } from '../../lib/text/text.ts'
import { Button } from '../../parts/button/button.tsx'
import { ToolButton } from '../../parts/button/tool-button.tsx'
import { Fetched } from '../../parts/fetched/fetched.tsx'
import { Icon } from '../../parts/icon/icons.tsx'
import { areaWords } from '../../parts/log/action-words.ts'
import type { Steps } from '../../parts/list/row-walk.ts'
import { Fact, Facts } from '../../parts/section/facts.tsx'
import { ChangeTable } from './change-table.tsx'
import { CommandChange, OutcomeCell } from './log-cells.tsx'
import { AllObjects, useLogged } from './logged-objects.tsx'
import { LoggedSentence, WhoSign } from './logged-sentence.tsx'

type Whole = OutputOf<typeof operationLogGet>

interface DetailProps {
  line: OperationLogRow
  steps: Steps
  onClose: () => void
}

/** The steps of a command with the time of each proof; what is not proven has none. */
function ProvenSteps({ id }: { id: string }) {
  const { t } = useText()
  const mayRead = usePermission(['command:list'])
  const { data } = useAnswer(getCommand, mayRead ? { id } : null, { silent: true })
  if (!data) return null
  const confirmed = data.status === 'EXECUTED' ? data.doneTime : null
  const steps = [
    [t('step.queued'), data.createTime],
    [t('step.sent'), data.sentTime],
    [t('step.acknowledged'), data.ackTime],
    ...(data.target === null ? [] : ([[t('step.moving'), data.motionTime]] as const)),
    [t(data.late ? 'step.late' : 'step.confirmed'), confirmed],
  ] as const
  return (
    <ol className="log-steps">
      {steps.map(([word, time]) => (
        <li key={word} className={time ? 'proven' : undefined}>
          <span>{word}</span>
          <span className="num t3">{time ? showTime(time, '{h}:{i}:{s}') : '—'}</span>
        </li>
      ))}
    </ol>
  )
}

const short = (hash: string) => `${hash.slice(0, 8)}…${hash.slice(-4)}`

/** What was verified of this line just now: its hash, against the line before it. */
function ChainPlace({ chain }: Pick<Whole, 'chain'>) {
  const { t } = useText()
  if (!chain) return <p className="log-chain t2">{t('log.chainPending')}</p>
  const links = [
    [t('log.chainPrevious'), chain.previous],
    [t('log.chainThis'), chain.hash],
    [t('log.chainNext'), chain.next],
  ] as const
  return (
    <section className={chain.fits ? 'log-chain' : 'log-chain broken'}>
      <h4>
        <Icon name="shield" size={14} />
        {t(chain.fits ? 'log.chainFits' : 'log.chainBroken')}
        <span className="num t3">{t('log.chainSeq', { n: chain.seq })}</span>
      </h4>
      <dl>
        {links.map(([name, hash]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="mono" title={hash ?? undefined}>
              {hash ? short(hash) : t('log.none')}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function reasonOf(after: unknown): string | null {
  if (typeof after !== 'object' || after === null || !('reason' in after)) return null
  return typeof after.reason === 'string' && after.reason !== '' ? after.reason : null
}

function Body({ line, whole }: { line: OperationLogRow; whole: Whole }) {
  const { t } = useText()
  const logged = useLogged(line.id)
  const reason = reasonOf(whole.after)
  return (
    <>
      {reason && <p className="log-reason">{t('log.reason', { reason })}</p>}
      <Facts look="lines">
        <Fact name={byName('operationLog.area')}>
          <span className="log-area">{areaWords(logged?.kind ?? line.area)}</span> <AllObjects line={line} />
        </Fact>
        <Fact name={t('log.account')}>{[line.username, line.deptName].filter(Boolean).join(' · ')}</Fact>
        <Fact name={byName('operationLog.ip')} className="num">
          {line.ip}
        </Fact>
        <Fact name={byName('operationLog.traceId')} className="mono">
          {line.traceId}
        </Fact>
      </Facts>
      {!logged?.command && (
        <>
          <h3 className="part-title">{t('log.changes')}</h3>
          <ChangeTable area={line.area} before={whole.before} after={whole.after} />
        </>
      )}
      <ChainPlace chain={whole.chain} />
    </>
  )
}

/** The file with which somebody without the platform verifies the line. */
async function saveProof(id: string): Promise<void> {
  const proof = await call(operationLogProof, { id })
  const content = new Blob([`${JSON.stringify(proof, null, 2)}\n`], { type: 'application/json' })
  saveContent(content, `operation-log-${proof.seq}.json`)
}

/** Searches for the lines about the same row, or of the same call. */
function Others({ line, sealed }: { line: OperationLogRow; sealed: boolean }) {
  const { t } = useText()
  const { busy, mutate } = useMutation()
  const [, setSearch] = useSearchParams()
  const [target] = line.targetIds
  const find = (filters: Record<string, string>) => setSearch(new URLSearchParams({ days: 'ALL', ...filters }))
  return (
    <div className="log-others">
      {target !== undefined && (
        <Button onClick={() => find({ keyword: target, area: line.area })}>{t('log.sameObject')}</Button>
      )}
      <Button onClick={() => find({ keyword: line.traceId })}>{t('log.sameCall')}</Button>
      <Button
        kind="link"
        busy={busy}
        disabled={!sealed}
        title={sealed ? undefined : t('log.chainPending')}
        onClick={() => void mutate(() => saveProof(line.id))}
      >
        {t('log.proof')}
      </Button>
    </div>
  )
}

/** One line whole: the sentence, the proof, what changed, and its place in the chain. */
export function OperationDetail({ line, steps, onClose }: DetailProps) {
  const { t } = useText()
  const box = useRef<HTMLElement>(null)
  const whole = useAnswer(operationLogGet, { id: line.id })
  const command = useLogged(line.id)?.command
  // biome-ignore lint/correctness/useExhaustiveDependencies: another line begins at its top
  useEffect(() => box.current?.scrollTo?.(0, 0), [line.id])
  const onKey = (event: KeyboardEvent) => {
    const step = { j: steps.next, k: steps.previous }[event.key]
    if (event.key === 'Escape') onClose()
    else if (step) step()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <aside ref={box} className="card log-detail" aria-label={t('log.details')} onKeyDown={onKey}>
      <header>
        <WhoSign by={line} />
        <div>
          <h2>
            <LoggedSentence line={line} alone />
          </h2>
          <time className="num t3" dateTime={line.ts}>
            {showTime(line.ts)}
          </time>
        </div>
        <span className="log-steppers">
          <ToolButton
            icon="up"
            label={t('log.previous')}
            disabled={!steps.previous}
            onClick={() => steps.previous?.()}
          />
          <ToolButton icon="down" label={t('log.next')} disabled={!steps.next} onClick={() => steps.next?.()} />
          <ToolButton icon="cross" label={t('action.close')} onClick={onClose} />
        </span>
      </header>
      <div className="log-proof">
        {command && <CommandChange command={command} />}
        <OutcomeCell row={line} alone />
      </div>
      {command && <ProvenSteps id={command.id} />}
      <Fetched query={whole} rows={3}>
        {(one) => <Body line={line} whole={one} />}
      </Fetched>
      <Others line={line} sealed={Boolean(whole.data?.chain)} />
    </aside>
  )
}

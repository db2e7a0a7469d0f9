import { cancelJob, forgetJob, type JobRun } from '@sluice/contract'
import { useRef } from 'react'
import { call } from '../../lib/api/api.ts'
import { closeTray, fetchFile, forgetJobs, isOpen, openTray, partDone, useJobs, useTray } from '../../lib/api/jobs.ts'
import { formatNumber } from '../../lib/text/reading-format.ts'
import { useText } from '../../lib/text/text.ts'
import { bytesText } from '../../lib/text/value-text.ts'
import { Button } from '../button/button.tsx'
import { EmptyState } from '../fetched/empty-state.tsx'
import { Glyph, type GlyphName } from '../icon/glyphs.tsx'
import { Icon } from '../icon/icons.tsx'
import { useDismiss } from '../overlay/use-dismiss.ts'
import { Age } from '../reading/reading.tsx'
import { JobProgress } from './job-progress.tsx'
import './job.css'

const GLYPHS: Record<JobRun['status'], GlyphName> = {
  QUEUED: 'unknown',
  RUNNING: 'moving',
  DONE: 'done',
  FAILED: 'failed',
  CANCELLED: 'disabled',
}

/** The outcome of a job in a few words. */
function Outcome({ job }: { job: JobRun }) {
  const { t, byName } = useText()
  if (job.error) {
    const why = byName(`error.${job.error}`, t('job.interrupted'))
    const reached = job.kind === 'IMPORT' && job.progress > 0
    return (
      <>
        {why}
        {reached && ` · ${t('job.reached', { n: formatNumber(job.progress, 0) })}`}
      </>
    )
  }
  if (job.counts) {
    const { inserted, updated, refused } = job.counts
    return <>{t('job.counts', { inserted, updated, refused })}</>
  }
  if (job.status === 'DONE') return <>{t('job.rows', { n: formatNumber(job.progress, 0) })}</>
  return null
}

function JobLine({ job }: { job: JobRun }) {
  const { t } = useText()
  const open = isOpen(job)
  const act = async (operation: typeof cancelJob) => {
    await call(operation, { id: job.id }).catch(() => undefined)
    await forgetJobs()
  }
  return (
    <li className="job">
      <Glyph name={GLYPHS[job.status]} />
      <div className="job-text">
        <b className="clip">{job.title}</b>
        <small>
          {t(`job.kind.${job.kind}`)} · {t(`job.status.${job.status}`)} · <Age time={job.endTime ?? job.createTime} />
        </small>
        {open ? (
          <JobProgress job={job} />
        ) : (
          <small>
            <Outcome job={job} />
            {job.file && ` · ${bytesText(job.file.bytes)}`}
            {job.file?.once && ` · ${t('job.once')}`}
          </small>
        )}
      </div>
      {job.file && (
        <Button className="small" onClick={() => fetchFile(job)}>
          <Icon name="download" size={14} />
          {t('job.download')}
        </Button>
      )}
      <button
        type="button"
        className="icon-button"
        aria-label={t(open ? 'job.cancel' : 'job.forget', { name: job.title })}
        title={t(open ? 'job.cancel' : 'job.forget', { name: job.title })}
        onClick={() => void act(open ? cancelJob : forgetJob)}
      >
        <Icon name="cross" size={14} />
      </button>
    </li>
  )
}

function TrayPanel({ jobs }: { jobs: readonly JobRun[] }) {
  const { t } = useText()
  const box = useRef<HTMLDivElement>(null)
  useDismiss(box, '.job-button', closeTray)
  return (
    <div ref={box} className="hanging-panel job-tray" role="dialog" aria-label={t('job.tray')} data-testid="job-tray">
      <h2>{t('job.tray')}</h2>
      {jobs.length === 0 ? (
        <EmptyState icon="inbox" text={t('job.none')} hint={t('job.noneHint')} />
      ) : (
        <ul>
          {jobs.map((job) => (
            <JobLine key={job.id} job={job} />
          ))}
        </ul>
      )}
      <p className="hint">{t('job.kept')}</p>
    </div>
  )
}

/** The exports and imports of this user: a plain icon while none are running, a progress ring while some are. */
export function JobTray() {
  const { t } = useText()
  const { open } = useTray()
  const jobs = useJobs().data ?? []
  const running = jobs.filter(isOpen)
  const parts = running.map((job) => partDone(job) ?? 0)
  const part = parts.length > 0 ? parts.reduce((sum, one) => sum + one, 0) / parts.length : null
  const label = running.length > 0 ? t('job.running', { n: running.length }) : t('job.tray')
  return (
    <div className="job-host">
      <button
        type="button"
        className="icon-button job-button"
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        data-testid="job-button"
        onClick={open ? closeTray : openTray}
      >
        <Icon name="inbox" />
        {part !== null && (
          <svg viewBox="0 0 36 36" className="job-ring" aria-hidden="true">
            <circle cx="18" cy="18" r="15.5" />
            <circle cx="18" cy="18" r="15.5" pathLength="100" strokeDasharray={`${Math.max(3, part * 100)} 100`} />
          </svg>
        )}
      </button>
      <span className="sr-only" role="status">
        {running.length > 0 ? label : ''}
      </span>
      {open && <TrayPanel jobs={jobs} />}
    </div>
  )
}

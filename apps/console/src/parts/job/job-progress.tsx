import type { JobRun } from '@sluice/contract'
import { partDone } from '../../lib/api/jobs.ts'
import { formatNumber } from '../../lib/text/reading-format.ts'
import { useText } from '../../lib/text/text.ts'

/** The progress of a job: a bar and the number of rows; while it is queued, how many jobs are before it. */
export function JobProgress({ job }: { job: JobRun }) {
  const part = partDone(job)
  const text = useProgressText(job)
  return (
    <span className="job-progress">
      <progress {...(part === null ? {} : { value: part })} max={1} aria-label={job.title} />
      <small className="num">{text}</small>
    </span>
  )
}

function useProgressText({ status, ahead, progress, total }: JobRun): string {
  const { t } = useText()
  if (status === 'QUEUED' && ahead !== null) return ahead === 0 ? t('job.next') : t('job.ahead', { n: ahead })
  if (status === 'QUEUED' || total === null) return t(`job.status.${status}`)
  return t('job.progress', { done: formatNumber(progress, 0), total: formatNumber(total, 0) })
}

import type { JobRun } from '@sluice/contract'
import { partDone } from '../../lib/jobs.ts'
import { formatNumber } from '../../lib/reading-format.ts'
import { useText } from '../../lib/text.ts'

/** How far long work is: a bar, and the rows in numbers. */
export function JobProgress({ job }: { job: JobRun }) {
  const { t } = useText()
  const part = partDone(job)
  const text =
    job.status === 'QUEUED' || job.total === null
      ? t(`job.status.${job.status}`)
      : t('job.progress', { done: formatNumber(job.progress, 0), total: formatNumber(job.total, 0) })
  return (
    <span className="job-progress">
      <progress {...(part === null ? {} : { value: part })} max={1} aria-label={job.title} />
      <small className="num">{text}</small>
    </span>
  )
}

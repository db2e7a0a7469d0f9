import {
  IMPORT_MAX_BYTES,
  IMPORT_MAX_CELLS,
  IMPORT_MAX_COLUMNS,
  IMPORT_MAX_ROWS,
  importKey,
  type JobRun,
  jobReport,
  permissionKey,
  type ReportLine,
  type Resource,
} from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { usePermission } from '../../../lib/access/access.tsx'
import { useAnswer } from '../../../lib/api/answer.ts'
import { CallFailure } from '../../../lib/api/api-outcome.ts'
import { fetchFile, fetchTemplate, isOpen, startImport, useJobs } from '../../../lib/api/jobs.ts'
import { forgetRows } from '../../../lib/api/query.ts'
import { wayFrom } from '../../../lib/text/units.ts'
import { formatNumber } from '../../../lib/text/reading-format.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { bytesText } from '../../../lib/text/value-text.ts'
import { Button } from '../../button/button.tsx'
import { FileChoice } from '../../form/file-choice.tsx'
import { JobProgress } from '../../job/job-progress.tsx'
import { SideDialog } from '../../overlay/side-dialog.tsx'
import { CheckBox } from '../../control/check-box.tsx'

const LINES_SHOWN = 100

/** A field's reason in the texts of lists, else an error of the whole row in its own text. */
function reasonText(reason: string): string {
  return byName(`error.${reason}`, byName(`reason.${reason}`, reason))
}

function Lines({ resource, lines }: { resource: Resource; lines: readonly ReportLine[] }) {
  const { t } = useText()
  if (lines.length === 0) return null
  return (
    <table className="plain" data-testid="import-report">
      <thead>
        <tr>
          <th scope="col">{t('sheet.row')}</th>
          <th scope="col">{t('sheet.column')}</th>
          <th scope="col">{t('sheet.reason')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.slice(0, LINES_SHOWN).map(({ row, field, reason }) => (
          <tr key={`${row} ${field} ${reason}`}>
            <td className="num">{row}</td>
            <td>{field === null ? '—' : byName(`${resource.name}.${field}`, field)}</td>
            <td>{reasonText(reason)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Why the job failed, and what to do; for an import also how far it came. */
function Failure({ job: { kind, error, progress } }: { job: JobRun }) {
  const { t } = useText()
  const why = () => {
    if (error === null) return t('job.status.CANCELLED')
    if (error === 'too-large') {
      const cells = formatNumber(IMPORT_MAX_CELLS, 0)
      return t('import.tooMany', { n: IMPORT_MAX_ROWS, columns: IMPORT_MAX_COLUMNS, cells })
    }
    if (error === 'validation') return t('import.noSheet')
    return byName(`error.${error}`, t('job.interrupted'))
  }
  return (
    <p className="form-error" role="alert">
      {why()}
      {kind === 'IMPORT' && progress > 0 && ` ${t('import.brokenOff', { n: progress })}`}
    </p>
  )
}

/** The result of a dry run or an import: the counts, then the refused rows with reasons. */
function Report({ resource, job }: { resource: Resource; job: JobRun }) {
  const { t } = useText()
  const report = useAnswer(jobReport, { id: job.id })
  const broken = job.status !== 'DONE'
  if (broken && !job.counts) return <Failure job={job} />
  const { inserted = 0, updated = 0, unchanged = 0, refused = 0 } = job.counts ?? {}
  const trial = job.kind === 'IMPORT_CHECK'
  return (
    <section aria-live="polite">
      {broken && <Failure job={job} />}
      {!broken && trial && job.total !== null && job.progress < job.total && (
        <p className="hint">{t('import.partTried', { n: job.progress, total: job.total })}</p>
      )}
      <ul className="import-counts">
        {(
          [
            ['inserted', inserted],
            ['updated', updated],
            ['unchanged', unchanged],
            ['refused', refused],
          ] as const
        ).map(
          ([what, n]) =>
            (n > 0 || what === 'inserted') && (
              <li key={what}>
                <b className="num">{n}</b> {t(`import.${trial ? 'would' : 'did'}.${what}`, { n })}
              </li>
            ),
        )}
      </ul>
      <Lines resource={resource} lines={report.data ?? []} />
      {(report.data?.length ?? 0) > LINES_SHOWN && <p className="hint">{t('import.more')}</p>}
      {job.file && (
        <p>
          <Button onClick={() => fetchFile(job)} icon="download">
            {t(job.file.once ? 'import.secrets' : 'import.refusedFile')}
          </Button>
          {job.file.once && <small className="hint">{t('import.once')}</small>}
        </p>
      )}
    </section>
  )
}

function useImport(resource: Resource) {
  const { t } = useText()
  const client = useQueryClient()
  const [jobId, setJobId] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const job = useJobs().data?.find(({ id }) => id === jobId) ?? null
  const ended = job !== null && !isOpen(job)
  const written = ended && job.kind === 'IMPORT'
  useEffect(() => {
    if (written) void forgetRows(client, resource.name)
  }, [written, client, resource.name])
  const send = async (file: File, commit: boolean, updateExisting: boolean) => {
    setWrong(null)
    setJobId(null)
    setSending(true)
    try {
      setJobId(await startImport(resource, { file, commit, updateExisting }))
    } catch (error) {
      const isFormat = error instanceof CallFailure && error.fields['file'] === 'format'
      setWrong(isFormat ? t('import.noSheet') : error instanceof Error ? error.message : t('state.failed'))
    } finally {
      setSending(false)
    }
  }
  const forget = () => {
    setJobId(null)
    setWrong(null)
  }
  return { job, ended, busy: sending || (jobId !== null && !ended), wrong, setWrong, send, forget }
}

/** Template, file, dry run with a report, and only then the import (AD-9). */
/** Whether this reader would type some of its numbers in other units than its headings say. */
const takesUnits = ({ fields }: Resource): boolean =>
  Object.values(fields).some(
    (field) => 'measured' in field && field.measured && field.write !== 'never' && wayFrom(field.unit) !== undefined,
  )

export function ImportDialog({ resource, onClose }: { resource: Resource; onClose: () => void }) {
  const { t } = useText()
  const [file, setFile] = useState<File | null>(null)
  const [updating, setUpdating] = useState(false)
  const mayUpdate = usePermission([permissionKey(resource, 'update')]) && resource.actions.includes('update')
  const key = importKey(resource)
  const { job, ended, busy, wrong, setWrong, send, forget } = useImport(resource)
  const tried = ended && job?.kind === 'IMPORT_CHECK'
  const writes = (job?.counts?.inserted ?? 0) + (job?.counts?.updated ?? 0)
  const over = ended && job?.kind === 'IMPORT'
  const take = (chosen: File) => {
    forget()
    setFile(chosen)
    if (chosen.size > IMPORT_MAX_BYTES) setWrong(t('import.tooBig', { size: bytesText(IMPORT_MAX_BYTES) }))
    else void send(chosen, false, updating)
  }
  const confirm = () => {
    if (over) onClose()
    else if (file && tried) void send(file, true, updating)
  }
  return (
    <SideDialog
      title={t('import.title', { name: byName(`resource.${resource.name}`) })}
      width={560}
      busy={busy}
      ready={over || (tried && writes > 0)}
      confirmLabel={over ? t('columns.done') : t('import.commit', { n: writes })}
      onConfirm={confirm}
      onClose={onClose}
    >
      <div data-testid="import-dialog">
        <p className="hint">
          {t('import.lead')}
          {takesUnits(resource) && ` ${t('import.units')}`}
        </p>
        <div className="import-steps">
          {(['xlsx', 'csv'] as const).map((format) => (
            <Button key={format} onClick={() => void fetchTemplate(resource, format)} icon="download">
              {t('import.template', { format: format.toUpperCase() })}
            </Button>
          ))}
        </div>
        <FileChoice
          file={file}
          accept=".xlsx,.csv"
          hint={t('import.limits', { rows: IMPORT_MAX_ROWS, size: bytesText(IMPORT_MAX_BYTES) })}
          onFile={take}
        />
        {key !== undefined && mayUpdate && (
          <CheckBox
            className="import-check"
            checked={updating}
            disabled={busy || over}
            onChange={(on) => {
              setUpdating(on)
              if (file && file.size <= IMPORT_MAX_BYTES) void send(file, false, on)
            }}
          >
            {t('import.update', { field: byName(`${resource.name}.${key}`) })}
          </CheckBox>
        )}
        {wrong && (
          <p className="form-error" role="alert">
            {wrong}
          </p>
        )}
        {job && !ended && <JobProgress job={job} />}
        {job && ended && <Report resource={resource} job={job} />}
      </div>
    </SideDialog>
  )
}

import { usePermission } from '../../../lib/access/access.tsx'
import { useText } from '../../../lib/text/text.ts'
import { useMobile } from '../../../lib/page/width.ts'
import { Button } from '../../../parts/button/button.tsx'
import { SideDialog } from '../../../parts/overlay/side-dialog.tsx'
import { type BatchRun, cancelRest, useBatches } from './batch.ts'
import { BatchLine, RunNumbers, useRunRows } from './batch-row.tsx'
import { commandWords } from '../command-words.ts'

const WIDTH_PX = 480

function Run({ run }: { run: BatchRun }) {
  const { t } = useText()
  const mayCancel = usePermission(['command:cancel'])
  const rows = useRunRows(run)
  const open = rows.filter(
    ({ row, command }) => row.step.kind === 'waiting' || (mayCancel && command?.status === 'QUEUED'),
  )
  const what = t('batch.what', { what: commandWords(run), n: rows.length })
  return (
    <section className="batch-run" aria-label={what}>
      <div className="row wrap between batch-head">
        <h3 className="part-title">{what}</h3>
        {open.length > 0 && (
          <Button data-testid="batch-cancel" onClick={() => void cancelRest(run.id, mayCancel)}>
            {t('batch.cancelRest', { n: open.length })}
          </Button>
        )}
      </div>
      <RunNumbers run={run} />
      <ul className="batch-lines">
        {rows.map((one) => (
          <BatchLine key={one.row.deviceId} {...one} />
        ))}
      </ul>
    </section>
  )
}

/** Batches, newest first: a row per valve, and only what a device proved is confirmed. */
export function BatchRuns({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  const mobile = useMobile()
  const runs = useBatches((batches) => batches.runs)
  return (
    <SideDialog title={t('batch.title')} width={mobile ? window.innerWidth : WIDTH_PX} onClose={onClose}>
      <p className="hint">{t('batch.onlyProven')}</p>
      {runs.map((run) => (
        <Run key={run.id} run={run} />
      ))}
    </SideDialog>
  )
}

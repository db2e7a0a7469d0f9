import { type IsolatedValve, type IsolationRun, restoreIsolation } from '@sluice/contract'
import { useState } from 'react'
import { usePermission } from '../../../lib/access/access.tsx'
import { call } from '../../../lib/api/api.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { formatNumber } from '../../../lib/text/reading-format.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { ConfirmCard } from './confirm-card.tsx'
import { isBack, isHalted, leftOut, mayRestore, undoList } from './progress.rules.ts'
import type { ProgressSlot } from './progress-slot.ts'
import { useCommand, useRefreshed } from './use-isolation.ts'
import { percent } from './valve-bar.tsx'

interface LineProps {
  valve: IsolatedValve
  opening: number | null
  progress: ProgressSlot | undefined
}

function UndoLine({ valve, opening, progress }: LineProps) {
  const { t } = useText()
  const command = useCommand(valve.restore.command)
  const out = leftOut(valve)
  const { before, name, no } = valve
  return (
    <li data-testid="isolation-undo" data-id={valve.deviceId} data-left-out={out ?? undefined}>
      <div className="isolation-row">
        <b className="isolation-nr plain num">{no}</b>
        <span className="clip grow">{name}</span>
        <span className="num t3">{percent(opening)}</span>
        <b className="num">
          {out === null && before !== null
            ? t('isolation.back', { opening: formatNumber(before, 0) })
            : out && byName(`leftOut.${out}`, out)}
        </b>
      </div>
      {command && <div className="isolation-row">{progress?.(command)}</div>}
    </li>
  )
}

interface UndoListProps {
  run: IsolationRun
  progress: ProgressSlot | undefined
  openingOf: (deviceId: string) => number | null
}

/** What every valve was at before the first command, and the way back there. */
export function UndoList({ run, progress, openingOf }: UndoListProps) {
  const { t } = useText()
  const maySend = usePermission(['command:send'])
  const { busy, mutate } = useMutation()
  const refresh = useRefreshed()
  const [asking, setAsking] = useState(false)
  const list = undoList(run)
  const due = list.filter((valve) => !isBack(valve) && leftOut(valve) === null)
  const moved = list.filter((valve) => leftOut(valve) === 'MOVED')
  const may = maySend && mayRestore(run)
  const hasBegun = list.some(({ restore }) => restore.command !== null || restore.leftOut !== null)
  const restore = async () => {
    const done = await mutate(() => call(restoreIsolation, { id: run.id }))
    setAsking(!done)
    await refresh()
  }
  const hint = [
    t('isolation.restoreRisk'),
    moved.length > 0 && t('isolation.leftOutMoved', { names: moved.map(({ name }) => name).join(t('list.comma')) }),
  ]
  return (
    <section className="isolation-undo" data-testid="isolation-undo-list">
      <div className="isolation-row">
        <b>{t('isolation.undo')}</b>
        <small className="t3 grow">{t('isolation.undoHint')}</small>
        {!run.restore?.doneTime && !asking && (
          <Button
            data-testid="isolation-restore"
            disabled={!may || (due.length === 0 && !list.some(isHalted))}
            title={may ? undefined : t('isolation.undoOrder')}
            onClick={() => setAsking(true)}
          >
            {t(hasBegun ? 'isolation.restoreAgain' : 'isolation.restore')}
          </Button>
        )}
      </div>
      {asking && (
        <ConfirmCard
          title={t('isolation.restoreTitle', { n: due.length })}
          lines={due.map(({ deviceId, name, before }) => ({
            id: deviceId,
            name,
            change: `${percent(openingOf(deviceId))} → ${percent(before)}`,
          }))}
          hint={hint.filter(Boolean).join(' ')}
          verb={t('isolation.restoreConfirm', { n: due.length })}
          busy={busy}
          onConfirm={() => void restore()}
          onClose={() => setAsking(false)}
        />
      )}
      <ul>
        {list.map((valve) => (
          <UndoLine key={valve.deviceId} valve={valve} opening={openingOf(valve.deviceId)} progress={progress} />
        ))}
      </ul>
      {!run.restore?.doneTime && <p className="t3">{t('isolation.undoOrder')}</p>}
    </section>
  )
}

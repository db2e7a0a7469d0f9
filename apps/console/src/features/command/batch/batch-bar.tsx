import { useEffect, useState } from 'react'
import { usePermission } from '../../../lib/access/access.tsx'
import { useLine } from '../../../lib/live/line.ts'
import { watchLive } from '../../../lib/live/live.ts'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { startBatch, useBatches } from './batch.ts'
import { BatchDialog } from './batch-dialog.tsx'
import { BatchRuns } from './batch-runs.tsx'
import { RunNumbers } from './batch-row.tsx'
import { type ChosenValve, MANY, nameOf, sortOut } from './batch-valves.ts'
import { StopGlyph } from '../../../parts/icon/stop-glyph.tsx'
import '../command.css'
import './batch.css'

/** The commands that the ledger offers for valves now; STOP first, as everywhere. */
const VALVE_BATCH = ['STOP', 'OPEN', 'CLOSE', 'SET_OPENING', 'READ'] as const
/** The same for lamps. */
export const LAMP_BATCH = ['ON', 'OFF', 'DIM', 'READ'] as const
type BatchCode = (typeof VALVE_BATCH)[number] | (typeof LAMP_BATCH)[number]
/** Commands that change something: always confirmed, however few the devices are. */
const ASKED: ReadonlySet<BatchCode> = new Set(['OPEN', 'CLOSE', 'SET_OPENING', 'ON', 'OFF', 'DIM'])

/** Steps of running commands arrive, whatever page of the list is open. */
function useWatchedRuns(): void {
  const key = useBatches(({ runs }) => runs.flatMap(({ rows }) => rows.map(({ deviceId }) => deviceId)).join(','))
  useEffect(() => (key ? watchLive({ devices: [...new Set(key.split(','))] }) : undefined), [key])
}

interface ButtonProps {
  code: BatchCode
  valves: readonly ChosenValve[]
  onClick: () => void
}

/** Disabled until something is selected, and while no selected valve can take the command: then it says why. */
function BatchButton({ code, valves, onClick }: ButtonProps) {
  const { t } = useText()
  const { kind } = useLine()
  const { able, unable } = sortOut(code, valves, kind !== 'offline')
  const because =
    valves.length === 0 ? t('batch.chooseFirst') : able.length === 0 ? [...unable.keys()].join(' · ') : null
  return (
    <Button
      kind={code === 'STOP' ? 'command' : 'plain'}
      data-testid={`batch-${code}`}
      disabled={because !== null}
      title={because ?? undefined}
      onClick={onClick}
    >
      {code === 'STOP' && <StopGlyph />}
      {t(`batch.${code}`)}
    </Button>
  )
}

/**
 * Sends the same command to the selected valves of a list: one command each, at most four calls at a time, and a row
 * for each with what is proven. `words` replaces 已选 n 台. Absent for users who may not send.
 */
export function BatchBar({
  valves,
  words,
  codes = VALVE_BATCH,
}: {
  valves: readonly ChosenValve[]
  words?: string
  codes?: readonly BatchCode[]
}) {
  const { t } = useText()
  const maySend = usePermission(['command:send'])
  const { kind } = useLine()
  const [asking, setAsking] = useState<{ code: BatchCode; valves: readonly ChosenValve[] } | null>(null)
  const [showing, setShowing] = useState(false)
  const runs = useBatches((batches) => batches.runs)
  useWatchedRuns()
  if (!maySend) return null
  const begin = (code: BatchCode) => {
    if (ASKED.has(code) || (code !== 'STOP' && valves.length > MANY)) {
      setAsking({ code, valves })
      return
    }
    const { able } = sortOut(code, valves, kind !== 'offline')
    const commands = able.map((valve) => ({ deviceId: valve.device.id, name: nameOf(valve), confirmed: false }))
    setShowing(true)
    void startBatch({ code, params: {}, reason: null }, commands)
  }
  return (
    <>
      <div className={valves.length > 0 ? 'batch-bar awake' : 'batch-bar'} role="toolbar" aria-label={t('batch.label')}>
        {runs[0] && (
          <Button className="batch-last" data-testid="batch-last" onClick={() => setShowing(true)}>
            <RunNumbers run={runs[0]} brief />
          </Button>
        )}
        {valves.length > 0 && (
          <span className="t2 num" role="status">
            {words ?? t('batch.chosen', { n: valves.length })}
          </span>
        )}
        {codes.map((code) => (
          <BatchButton key={code} code={code} valves={valves} onClick={() => begin(code)} />
        ))}
      </div>
      {asking && (
        <BatchDialog
          {...asking}
          onClose={() => setAsking(null)}
          onSend={(wish, commands) => {
            setAsking(null)
            setShowing(true)
            void startBatch(wish, commands)
          }}
        />
      )}
      {showing && <BatchRuns onClose={() => setShowing(false)} />}
    </>
  )
}

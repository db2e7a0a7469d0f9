import type { DeviceRow } from '@sluice/contract'
import type { ReactNode } from 'react'
import { usePermission } from '../../../../lib/access/access.tsx'
import { useNow } from '../../../../lib/time/clock.ts'
import { useLine } from '../../../../lib/live/line.ts'
import { useText } from '../../../../lib/text/text.ts'
import { Failed } from '../../../../parts/fetched/fetched.tsx'
import { staleAfterMs } from '../../../../parts/reading/reading.tsx'
import { FaultRoom } from '../../../../domain/waiting/device-faults.tsx'
import { WaitBlocks } from '../../../../parts/fetched/wait-blocks.tsx'
import { useBoxed } from '../boxed-command.ts'
import { CommandBox } from '../command-box.tsx'
import { Headline } from '../headline.tsx'
import { whyNot } from '../../may-send.ts'
import { useValveCommands } from './valve-commands.ts'
import { usePanelKeys } from '../panel-keys.ts'
import { positionOf } from '../../../../domain/command/valve-position.ts'
import { ReportAge } from '../report-age.tsx'
import { useControlLoading } from '../../send.ts'
import { ValveControls } from './valve-controls.tsx'
import { useMeasured } from '../../drawing/measured.ts'
import { ValveDrawing } from '../../drawing/valve-drawing.tsx'
import { ValveFacts } from './valve-facts.tsx'
import { commandCodes, useValveState, VALVE_CODES, type ValveState, type Commanded } from './valve-state.ts'
import '../../command.css'

type PanelProps = ValveState & { device: DeviceRow; codes: readonly string[] }

function Panel({ device, codes, state, commands }: PanelProps) {
  const { t } = useText()
  const line = useLine()
  const now = useNow(10_000)
  const maySend = usePermission(['command:send'])
  const running = useControlLoading((loading) => loading.running[device.id] !== undefined)
  const position = positionOf(state)
  const command = useBoxed(commands, position.ts)
  const valveCommands = useValveCommands({ deviceId: device.id, name: device.name, position, newest: commands[0] })
  const measured = useMeasured(device, state)
  const lateAfterMs = staleAfterMs(device.reportIntervalS)
  const silent = state?.status !== 'ONLINE'
  const old = position.ts !== null && now - Date.parse(position.ts) > lateAfterMs
  const stale = line.kind !== 'whole' || silent || old
  const online = line.kind !== 'offline'
  const reportedSince = command?.doneTime
    ? position.ts !== null && Date.parse(position.ts) > Date.parse(command.doneTime)
    : false
  const because = (code: string) => {
    const key = whyNot(code, { online, state, running })
    return key && t(key)
  }
  const can = (code: string) => maySend && codes.includes(code) && because(code) === null
  usePanelKeys({
    onStop: can('STOP') ? () => valveCommands.sendNow('STOP') : null,
    onRead: can('READ') ? () => valveCommands.sendNow('READ') : null,
  })
  const asked = command?.status === 'EXECUTED' ? null : (command?.target?.opening ?? null)
  return (
    <section className="valve-panel" aria-label={t('panel.label', { name: device.name })}>
      <FaultRoom deviceId={device.id} faults={state?.faults ?? []} />
      <Headline position={position} stale={stale} command={command} state={state} />
      <ValveDrawing
        reported={position.opening}
        target={asked}
        inlet={measured('inletPressure')}
        outlet={measured('outletPressure') ?? measured('pressure')}
        flow={measured('flow')}
        stale={stale}
      />
      {/* Its room stays when the box goes, so that what is below it, STOP first of all, never moves. */}
      <div className="command-room">
        {command ? (
          <CommandBox command={command} opening={position.opening} reportedSince={reportedSince} />
        ) : (
          <p className="room-rest t3">{t('box.none')}</p>
        )}
      </div>
      {/* STOP is first in the tab order and below the age on the screen: CSS orders the two. */}
      <div className="panel-acts">
        {maySend && (
          <ValveControls
            deviceId={device.id}
            codes={codes}
            online={online}
            state={state}
            position={position}
            commands={valveCommands}
            stands={stale || asked !== null ? null : position.opening}
            unconfirmed={command?.status === 'TIMEOUT' && !reportedSince ? command : null}
          />
        )}
        <ReportAge
          time={state?.lastSeenTime ?? null}
          lateAfterMs={lateAfterMs}
          read={commands.find(({ code }) => code === 'READ') ?? null}
          canRead={maySend && codes.includes('READ')}
          because={because('READ')}
          onRead={() => valveCommands.sendNow('READ')}
        />
      </div>
      <ValveFacts device={device} state={state} commands={commands} stale={stale} />
    </section>
  )
}

/**
 * One valve: its reported state, its open command and how far that is proven, and its controls (docs/spec/look.md#6). A
 * device without commands has no panel: `instead` is shown then.
 */
export function ValvePanel({ deviceId, instead = null }: { deviceId: string; instead?: ReactNode }) {
  const valve = useValveState(deviceId)
  const { device, pending, error } = valve
  if (device && !isValve(device)) return instead
  if (error && !valve.state) return <Failed error={error} onRetry={valve.retry} />
  if (pending || !device) return <WaitBlocks rows={4} />
  return <Panel {...valve} key={deviceId} device={device} codes={commandCodes(device)} />
}

/** Whether a device has the panel of valves: only where an opening can be moved. */
export function isValve(device: Commanded): boolean {
  return commandCodes(device).some((code) => VALVE_CODES.has(code))
}

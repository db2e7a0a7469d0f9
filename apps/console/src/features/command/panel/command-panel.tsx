import type { Command, CommandDef, DeviceRow, DeviceState, Scalar } from '@sluice/contract'
import { useState } from 'react'
import { type Given, nameOfCommand, parameterWords } from '../../../domain/command/command-parameters.tsx'
import { usePermission } from '../../../lib/access/access.tsx'
import { useLine } from '../../../lib/live/line.ts'
import { MISSING } from '../../../lib/text/reading-format.ts'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { Failed } from '../../../parts/fetched/fetched.tsx'
import { WaitBlocks } from '../../../parts/fetched/wait-blocks.tsx'
import { StopGlyph } from '../../../parts/icon/stop-glyph.tsx'
import { valueWords } from '../command-words.ts'
import { whyNot } from '../may-send.ts'
import { send, useControlLoading } from '../send.ts'
import { CommandBox } from './command-box.tsx'
import { CommandForm } from './command-form.tsx'
import { ConfirmCommand } from './confirm-command.tsx'
import { useBoxed } from './boxed-command.ts'
import { useValveState, VALVE_CODES } from './valve/valve-state.ts'
import '../command.css'
import './command-panel.css'

/** What the panel of valves does not show itself. */
export function commandsBesides(device: Pick<DeviceRow, 'commands'>): readonly CommandDef[] {
  const isValve = device.commands.some(({ code }) => VALVE_CODES.has(code))
  return device.commands.filter(({ code }) => (isValve ? !VALVE_CODES.has(code) && !COMMON.has(code) : true))
}
const COMMON: ReadonlySet<string> = new Set(['READ', 'STOP'])

interface Asked {
  def: CommandDef
  params: Given
}

/** The value that the proof of a command is compared with, as it was last reported. */
function reportedOf({ target }: CommandDef, state: DeviceState | undefined): string {
  const key = target !== null && typeof target === 'object' && 'metric' in target ? target.metric : null
  const value = key === null ? null : (state?.values[key]?.v ?? null)
  return value === null ? MISSING : valueWords(value as Scalar)
}

/** What a command asks for, in words. */
function askedWords({ def, params }: Asked, name: string): string {
  const units = Object.entries(params).map(([key, value]) => {
    return parameterWords(def.params[key], value) || valueWords(value as Scalar)
  })
  return [name, ...units].join(' ')
}

interface PanelProps {
  device: DeviceRow
  commands: readonly CommandDef[]
  state: DeviceState | undefined
  ledger: readonly Command[]
}

function Panel({ device, commands, state, ledger }: PanelProps) {
  const { t } = useText()
  const { kind } = useLine()
  const maySend = usePermission(['command:send'])
  const running = useControlLoading((loading) => loading.running[device.id])
  const [asked, setAsked] = useState<Asked | null>(null)
  const ours = ledger.filter(({ code }) => commands.some((def) => def.code === code))
  const boxed = useBoxed(ours, state?.lastSeenTime ?? null)
  const reported = boxed?.doneTime ? Date.parse(state?.lastSeenTime ?? '') > Date.parse(boxed.doneTime) : false
  const because = (code: string) => {
    const key = whyNot(code, { online: kind !== 'offline', state, running: running !== undefined })
    return key && t(key)
  }
  const request = (def: CommandDef, params: Given = {}) => {
    if (def.danger !== 'NONE') setAsked({ def, params })
    else void send({ deviceId: device.id, code: def.code, params })
  }
  const shared = (def: CommandDef) => ({
    disabled: because(def.code) !== null,
    title: because(def.code) ?? undefined,
    'aria-busy': running?.includes(def.code),
    'data-testid': `control-${def.code}`,
  })
  const plain = commands.filter(({ params, code }) => Object.keys(params).length === 0 && code !== 'STOP')
  const stop = commands.find(({ code }) => code === 'STOP')
  const reasons = [...new Set(commands.map(({ code }) => because(code)).filter((one) => one !== null))]
  return (
    <section className="command-panel" aria-label={t('command.panel', { name: device.name })}>
      <div className="command-room">
        {boxed ? (
          <CommandBox command={boxed} opening={null} reportedSince={reported} />
        ) : (
          <p className="room-rest t3">{t('box.none')}</p>
        )}
      </div>
      {maySend && (
        <div className="controls">
          {stop && (
            <Button kind="stop" {...shared(stop)} onClick={() => request(stop)}>
              <StopGlyph />
              {nameOfCommand(stop)}
            </Button>
          )}
          <div className="control-row command-buttons">
            {plain.map((def) => (
              <Button key={def.code} {...shared(def)} onClick={() => request(def)}>
                {nameOfCommand(def)}
                {def.danger === 'NONE' ? '' : '…'}
              </Button>
            ))}
          </div>
          {commands
            .filter(({ params }) => Object.keys(params).length > 0)
            .map((def) => (
              <CommandForm key={def.code} def={def} button={shared(def)} onSend={(params) => request(def, params)} />
            ))}
          {reasons.length > 0 && <p className="control-why">{reasons.join(' · ')}</p>}
          {asked && (
            <ConfirmCommand
              key={asked.def.code}
              asked={{
                deviceId: device.id,
                code: asked.def.code,
                name: device.name,
                from: reportedOf(asked.def, state),
                to: askedWords(asked, nameOfCommand(asked.def)),
                takesS: null,
                verb: nameOfCommand(asked.def),
              }}
              onConfirm={(how) => {
                setAsked(null)
                void send({ deviceId: device.id, code: asked.def.code, params: asked.params, ...how })
              }}
              onAskWith={(code) => {
                setAsked(null)
                void send({ deviceId: device.id, code, params: {} })
              }}
              onClose={() => setAsked(null)}
            />
          )}
        </div>
      )}
    </section>
  )
}

/** The commands of a product as it says them: a button for each, and a field for each parameter. */
export function CommandPanel({ deviceId }: { deviceId: string }) {
  const { device, state, commands, pending, error, retry } = useValveState(deviceId)
  if (error && !state) return <Failed error={error} onRetry={retry} />
  if (pending || !device) return <WaitBlocks rows={4} />
  return <Panel key={deviceId} device={device} commands={commandsBesides(device)} state={state} ledger={commands} />
}

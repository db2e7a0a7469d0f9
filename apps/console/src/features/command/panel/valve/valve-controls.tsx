import type { Command, DeviceState } from '@sluice/contract'
import { useState } from 'react'
import { useText } from '../../../../lib/text/text.ts'
import { Button } from '../../../../parts/button/button.tsx'
import { StopGlyph } from '../../../../parts/icon/stop-glyph.tsx'
import { commandWords } from '../../command-words.ts'
import { ConfirmCommand } from '../confirm-command.tsx'
import { whyNot } from '../../may-send.ts'
import { OpeningChoice } from '../../drawing/opening-choice.tsx'
import type { ValveCommands } from './valve-commands.ts'
import type { ReportedPosition } from '../../../../domain/command/valve-position.ts'
import { useControlLoading } from '../../send.ts'

interface ControlsProps {
  deviceId: string
  codes: readonly string[]
  online: boolean
  state: DeviceState | undefined
  position: ReportedPosition
  commands: ValveCommands
  /** The opening that is reported now and that no open command will change; null when there is none. */
  stands: number | null
  /** A command given up without a report since: read first, or send it again. */
  unconfirmed: Command | null
}

/** Each reason once, below the row. */
function Reasons({ reasons }: { reasons: readonly (string | null)[] }) {
  const said = [...new Set(reasons.filter((one) => one !== null))]
  if (said.length === 0) return null
  return <p className="control-why">{said.join(' · ')}</p>
}

function useWhy({ deviceId, online, state }: ControlsProps) {
  const { t } = useText()
  const running = useControlLoading((loading) => loading.running[deviceId])
  const because = (code: string) => {
    const key = whyNot(code, { online, state, running: running !== undefined })
    return key && t(key)
  }
  return { because, running }
}

function DirectionRow(props: ControlsProps & { onSlide: () => void; sliding: boolean }) {
  const { codes, commands, onSlide, sliding } = props
  const { t } = useText()
  const { because, running } = useWhy(props)
  const button = (code: 'OPEN' | 'CLOSE') =>
    codes.includes(code) && (
      <Button
        data-testid={`control-${code}`}
        disabled={because(code) !== null}
        title={because(code) ?? undefined}
        aria-busy={running?.includes(code)}
        onClick={() => commands.ask(code)}
      >
        {t(`command.${code}`)}
      </Button>
    )
  return (
    <>
      <div className="control-row">
        {button('CLOSE')}
        {codes.includes('SET_OPENING') && (
          <Button
            className="wide"
            data-testid="control-SET_OPENING"
            disabled={because('SET_OPENING') !== null}
            title={because('SET_OPENING') ?? undefined}
            aria-expanded={sliding}
            aria-busy={running?.includes('SET_OPENING')}
            onClick={onSlide}
          >
            {t('control.change')}
          </Button>
        )}
        {button('OPEN')}
      </div>
      <Reasons reasons={['CLOSE', 'SET_OPENING', 'OPEN'].filter((code) => codes.includes(code)).map(because)} />
    </>
  )
}

function UnconfirmedRow(props: ControlsProps & { command: Command; onOther: () => void }) {
  const { codes, commands, command, onOther } = props
  const { t } = useText()
  const { because } = useWhy(props)
  return (
    <>
      <div className="control-row">
        {codes.includes('READ') && (
          <Button
            kind="urged"
            disabled={because('READ') !== null}
            onClick={() => commands.sendNow('READ')}
            icon="refresh"
          >
            {t('control.read')}
          </Button>
        )}
        <Button
          data-testid="control-again"
          disabled={because(command.code) !== null}
          title={because(command.code) ?? undefined}
          onClick={() => commands.ask(command.code, command.params, { again: true })}
        >
          {t('control.again', {
            what: command.target?.opening != null ? `${command.target.opening} %` : commandWords(command),
          })}
        </Button>
      </div>
      <Reasons reasons={[because(command.code)]} />
      <Button kind="link" className="control-other" onClick={onOther}>
        {t('control.other')}
      </Button>
    </>
  )
}

/** STOP first and always in its place; below it the directions, or the choices after an unproven command. */
export function ValveControls(props: ControlsProps) {
  const { codes, commands, unconfirmed, position, stands } = props
  const { t } = useText()
  const { because } = useWhy(props)
  const [sliding, setSliding] = useState(false)
  const [otherThan, setOtherThan] = useState<string | null>(null)
  const asksBack = unconfirmed !== null && otherThan !== unconfirmed.id
  return (
    <div className="controls">
      {codes.includes('STOP') && (
        <>
          <Button
            kind="stop"
            data-testid="control-STOP"
            aria-keyshortcuts="Shift+S"
            disabled={because('STOP') !== null}
            onClick={() => commands.sendNow('STOP')}
          >
            <StopGlyph />
            {t('command.STOP')}
          </Button>
          {because('STOP') && !codes.includes('OPEN') && <p className="control-why">{because('STOP')}</p>}
        </>
      )}
      {asksBack ? (
        <UnconfirmedRow {...props} command={unconfirmed} onOther={() => setOtherThan(unconfirmed.id)} />
      ) : (
        <DirectionRow {...props} sliding={sliding} onSlide={() => setSliding(!sliding)} />
      )}
      {sliding && !asksBack && because('SET_OPENING') === null && (
        <OpeningChoice
          reported={position.opening}
          stands={stands}
          start={position.opening ?? 0}
          onClose={() => setSliding(false)}
          onChoose={(opening) => commands.ask('SET_OPENING', { opening })}
        />
      )}
      {commands.waiting && (
        <ConfirmCommand
          key={`${commands.waiting.ask.code} ${commands.waiting.ask.to}`}
          asked={commands.waiting.ask}
          onConfirm={(how) => {
            setSliding(false)
            commands.confirm(how)
          }}
          onAskWith={(code) => {
            commands.drop()
            commands.sendNow(code)
          }}
          onClose={commands.drop}
        />
      )}
    </div>
  )
}

import type { Command } from '@sluice/contract'
import { useEffect, useRef } from 'react'
import { useDeviceStates } from '../../../domain/state/device-state-store.ts'
import { t, useText } from '../../../lib/text/text.ts'
import { commandWords, targetWords } from '../command-words.ts'
import { ConfirmCommand } from '../panel/confirm-command.tsx'
import { positionOf } from '../../../domain/command/valve-position.ts'
import { send } from '../send.ts'

/** Sends a row of the ledger again: a new command, confirmed like the first one. */
export function AgainDialog({ command, onClose }: { command: Command; onClose: () => void }) {
  useText()
  const box = useRef<HTMLDialogElement>(null)
  useEffect(() => box.current?.showModal(), [])
  const { deviceId, code, params } = command
  const { opening } = positionOf(useDeviceStates([deviceId])[deviceId])
  return (
    <dialog ref={box} className="ask again" aria-label={t('ledger.again')} onClose={onClose}>
      <ConfirmCommand
        asked={{
          deviceId,
          code,
          name: command.deviceName,
          from: opening === null ? t('drawing.unknown') : `${Math.round(opening)} %`,
          to: targetWords(command),
          takesS: null,
          verb: t('control.again', { what: commandWords(command) }),
        }}
        onConfirm={(how) => {
          onClose()
          void send({ deviceId, code, params, ...how }, { again: true })
        }}
        onAskWith={(asked) => {
          onClose()
          void send({ deviceId, code: asked, params: {} })
        }}
        onClose={onClose}
      />
    </dialog>
  )
}

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLine } from '../../../lib/live/line.ts'
import { byName, t, useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import type { BatchCommand, BatchRun } from './batch.ts'
import { type ChosenValve, hasSeriousFault, MANY, nameOf, openingWords, sortOut } from './batch-valves.ts'
import { commandWords } from '../command-words.ts'
import type { Given } from '../../../domain/command/command-parameters.tsx'
import { CommandForm } from '../panel/command-form.tsx'
import { OpeningChoice } from '../drawing/opening-choice.tsx'
import { CheckBox } from '../../../parts/control/check-box.tsx'

interface BatchDialogProps {
  code: string
  valves: readonly ChosenValve[]
  onSend: (wish: Pick<BatchRun, 'code' | 'params' | 'reason'>, commands: readonly BatchCommand[]) => void
  onClose: () => void
}

/** The target, shown beside the reported position. */
function targetOf(code: string, opening: number | null): string | null {
  if (code === 'OPEN') return '100 %'
  if (code === 'CLOSE') return '0 %'
  return code === 'SET_OPENING' && opening !== null ? `${opening} %` : null
}

function Valves({
  title,
  valves,
  open,
  to,
}: {
  title: ReactNode
  valves: readonly ChosenValve[]
  open: boolean
  to: string | null
}) {
  return (
    <details open={open} className="batch-names">
      <summary>{title}</summary>
      <ul>
        {valves.map((valve) => (
          <li key={valve.device.id}>
            <span>{nameOf(valve)}</span>
            {to && <span className="num t2">{`${openingWords(valve)} → ${to}`}</span>}
          </li>
        ))}
      </ul>
    </details>
  )
}

type ChosenDef = ReturnType<typeof defOf>

/** The command as the first of the devices that have it says it. */
function defOf(code: string, valves: readonly ChosenValve[]) {
  for (const { device } of valves) {
    const def = device.commands.find((one) => one.code === code)
    if (def) return def
  }
  return undefined
}

/** What is the same for all: the opening of valves, or the parameters of another command. */
function Choice({
  code,
  def,
  onClose,
  onChoose,
}: {
  code: string
  def: ChosenDef
  onClose: () => void
  onChoose: (params: Given) => void
}) {
  if (code === 'SET_OPENING' || !def)
    return <OpeningChoice reported={null} start={0} onClose={onClose} onChoose={(opening) => onChoose({ opening })} />
  return (
    <>
      <CommandForm def={def} button={{}} onSend={onChoose} />
      <div className="ask-buttons">
        <Button onClick={onClose}>{t('action.cancel')}</Button>
      </div>
    </>
  )
}

/** Above twenty valves: a reason and the typed number, so that nobody confirms by habit. */
function Insist({
  count,
  reason,
  typed,
  onReason,
  onTyped,
}: {
  count: number
  reason: string
  typed: string
  onReason: (text: string) => void
  onTyped: (text: string) => void
}) {
  return (
    <>
      <label className="confirm-reason">
        <span>{t('confirm.reason')}</span>
        <input value={reason} maxLength={200} onChange={(event) => onReason(event.target.value)} />
      </label>
      <label className="confirm-reason">
        <span>{t('batch.typeCount', { n: count })}</span>
        <input
          className="num"
          inputMode="numeric"
          value={typed}
          maxLength={4}
          onChange={(event) => onTyped(event.target.value.replace(/\D/g, ''))}
        />
      </label>
    </>
  )
}

/** The input that a batch needs before it may be sent. */
function useWish({ code, valves }: Pick<BatchDialogProps, 'code' | 'valves'>) {
  const { kind } = useLine()
  const [inSpite, setInSpite] = useState(false)
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const { able, unable } = sortOut(code, valves, kind !== 'offline')
  const faulty = able.filter((valve) => hasSeriousFault(code, valve))
  const going = inSpite ? able : able.filter((valve) => !faulty.includes(valve))
  const many = going.length > MANY
  const insisted = !many || (reason.trim() !== '' && Number(typed) === going.length)
  return {
    faulty,
    going,
    unable,
    many,
    ready: going.length > 0 && insisted,
    inSpite: { on: inSpite, set: setInSpite },
    insist: { count: going.length, reason, typed, onReason: setReason, onTyped: setTyped },
    reason: many ? reason.trim() : null,
    commands: going.map((valve) => ({
      deviceId: valve.device.id,
      name: nameOf(valve),
      confirmed: faulty.includes(valve),
    })),
  }
}

/**
 * Names the number, the possible consequences, and the excluded valves with reasons; the focus starts on 取消
 * (docs/spec/look.md#3).
 */
export function BatchDialog({ code, valves, onSend, onClose }: BatchDialogProps) {
  useText()
  const box = useRef<HTMLDialogElement>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  const [chosen, setChosen] = useState<Given | null>(null)
  const wish = useWish({ code, valves })
  const { going, faulty, unable, many, ready } = wish
  useEffect(() => {
    box.current?.showModal()
  }, [])
  const def = defOf(code, valves)
  const choosing = chosen === null && (code === 'SET_OPENING' || Object.keys(def?.params ?? {}).length > 0)
  useEffect(() => {
    if (!choosing) cancel.current?.focus()
  }, [choosing])
  const params = chosen ?? {}
  const what = commandWords({ code, params })
  const to = targetOf(code, typeof params['opening'] === 'number' ? params['opening'] : null)
  return (
    <dialog
      ref={box}
      className="ask batch-ask"
      data-testid="batch-dialog"
      aria-labelledby="batch-ask-title"
      onClose={onClose}
    >
      <h2 id="batch-ask-title" className="num">
        {t('batch.what', { what, n: going.length })}
      </h2>
      {choosing ? (
        <Choice code={code} def={def} onClose={onClose} onChoose={setChosen} />
      ) : (
        <>
          <div className="batch-risk">
            <p>{byName(`batch.risk.${code}`, '')}</p>
            <p className="t2">{t('batch.oneByOne')}</p>
          </div>
          <Valves title={t('batch.going', { n: going.length })} valves={going} open to={to} />
          {[...unable].map(([because, left]) => (
            <Valves
              key={because}
              title={t('batch.left', { because, n: left.length })}
              valves={left}
              open={false}
              to={null}
            />
          ))}
          {faulty.length > 0 && (
            <CheckBox className="batch-faulty" checked={wish.inSpite.on} onChange={wish.inSpite.set}>
              {t('batch.faulty', { n: faulty.length, names: faulty.map(nameOf).join(t('list.comma')) })}
            </CheckBox>
          )}
          {many && <Insist {...wish.insist} />}
          <div className="ask-buttons">
            <Button ref={cancel} onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button
              kind="command"
              data-testid="batch-send"
              disabled={!ready}
              onClick={() => onSend({ code, params, reason: wish.reason }, wish.commands)}
            >
              {t('batch.send', { what, n: going.length })}
            </Button>
          </div>
        </>
      )}
    </dialog>
  )
}

import { type DeviceRow, deviceResource } from '@sluice/contract'
import { type ReactNode, useEffect, useState } from 'react'
import { holdsOne } from '../../../lib/access/access.tsx'
import { useSession } from '../../../lib/access/session.ts'
import { changeRow } from '../../../lib/api/resource-calls.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { Select } from '../../../parts/control/select.tsx'
import { FieldInput } from '../../../parts/form/field-input.tsx'
import { SideDialog } from '../../../parts/overlay/side-dialog.tsx'
import { type BulkAction, bulkActions, keyOf, nameOf, reasonOf, workOf } from './bulk-action.ts'
import { doToEach, type Outcome, takenBack } from './bulk.rules.ts'
import { BulkOutcomes } from './bulk-outcomes.tsx'
import './bulk.css'

/** What a control gives: a typed text comes in its event. */
function givenIn(next: unknown): unknown {
  const { target } = (typeof next === 'object' && next !== null ? next : {}) as { target?: { value?: unknown } }
  return target ? target.value || null : next
}

interface Ran {
  outcomes: readonly Outcome<DeviceRow>[]
  /** Set while it can be taken back: a change of a field whose values are known. */
  action: BulkAction | null
  running: boolean
}

/** Runs actions over the devices, and takes the last one back. */
function useBulk(rows: readonly DeviceRow[]) {
  const { mutate } = useMutation(deviceResource.name, 'valveSlave')
  const [ran, setRan] = useState<Ran | null>(null)
  const [stop] = useState(() => new AbortController())
  // Whoever closes the dialog wants no further device changed.
  useEffect(() => () => stop.abort(), [stop])
  const run = (action: BulkAction, value: unknown) =>
    mutate(async () => {
      const tell = (outcomes: Ran['outcomes']) => setRan({ outcomes, action: null, running: true })
      const outcomes = await doToEach(rows, workOf(action, value), { tell, stop: stop.signal })
      setRan({ outcomes, action: action.kind === 'field' ? action : null, running: false })
    })
  const undo = () =>
    mutate(async () => {
      if (ran?.action?.kind !== 'field') return
      const back = takenBack(ran.outcomes, [ran.action.name])
      const values = new Map(back.map((one) => [one.row.id, one.values]))
      const tell = (outcomes: Ran['outcomes']) => setRan({ outcomes, action: null, running: true })
      const outcomes = await doToEach(
        back.map(({ row }) => row),
        { run: (row) => changeRow(deviceResource, row, values.get(row.id)!, { silent: true }), reasonOf },
        { tell, stop: stop.signal },
      )
      setRan({ outcomes, action: null, running: false })
    })
  return { ran, run, undo }
}

/** What is done, and with what value. */
function Choice({
  action,
  value,
  onAction,
  onValue,
}: {
  action: BulkAction | undefined
  value: unknown
  onAction: (action: BulkAction | undefined) => void
  onValue: (value: unknown) => void
}): ReactNode {
  const { t } = useText()
  const held = useSession(({ roles }) => roles)
  const actions = bulkActions((key) => holdsOne(held, [key]))
  const group = (kind: BulkAction['kind']) =>
    actions.filter((one) => one.kind === kind).map((one) => ({ value: keyOf(one), label: nameOf(one) }))
  const field = action?.kind === 'field' ? deviceResource.fields[action.name] : undefined
  return (
    <div className="bulk-choice">
      <label>
        <span>{t('bulk.what')}</span>
        <Select
          aria-label={t('bulk.what')}
          placeholder={t('form.choose')}
          value={action ? keyOf(action) : null}
          onChange={(key) => onAction(actions.find((one) => keyOf(one) === key))}
          options={[
            { label: t('bulk.change'), options: group('field') },
            { label: t('bulk.life'), options: group('move') },
          ].filter(({ options }) => options.length > 0)}
        />
      </label>
      {action && field && (
        <div className="bulk-value">
          <span>{t('bulk.to')}</span>
          {field.kind === 'boolean' ? (
            <Select
              aria-label={nameOf(action)}
              value={value === true ? 'on' : value === false ? 'off' : null}
              onChange={(next) => onValue(next === 'on')}
              options={[
                { value: 'on', label: t('state.yes') },
                { value: 'off', label: t('state.no') },
              ]}
            />
          ) : (
            <FieldInput field={field} value={value as never} onChange={(next: unknown) => onValue(givenIn(next))} />
          )}
        </div>
      )}
      <p className="hint">{t(action?.kind === 'move' ? 'bulk.lifeHint' : 'bulk.changeHint')}</p>
    </div>
  )
}

/** One thing done to several devices, with what became of each. */
export function BulkDialog({ rows, onClose }: { rows: readonly DeviceRow[]; onClose: () => void }) {
  const { t } = useText()
  const [devices] = useState(rows)
  const [action, setAction] = useState<BulkAction>()
  const [value, setValue] = useState<unknown>(undefined)
  const { ran, run, undo } = useBulk(devices)
  const isRequired = action?.kind === 'field' && (action.name === 'deptId' || action.name === 'enabled')
  const ready = action !== undefined && !(isRequired && (value === undefined || value === null))
  const confirm = ran
    ? {}
    : {
        ready,
        confirmLabel: t('bulk.do', { n: devices.length }),
        onConfirm: () => action && void run(action, value ?? null),
      }
  return (
    <SideDialog title={t('bulk.title', { n: devices.length })} width={560} onClose={onClose} {...confirm}>
      {ran ? (
        <>
          <BulkOutcomes outcomes={ran.outcomes} />
          <div className="bulk-foot">
            {ran.action && ran.outcomes.some(({ state }) => state === 'done') && (
              <Button onClick={() => void undo()}>{t('bulk.undo')}</Button>
            )}
            <Button kind="theme" disabled={ran.running} onClick={onClose}>
              {t('action.close')}
            </Button>
          </div>
        </>
      ) : (
        <Choice
          action={action}
          value={value}
          onAction={(next) => {
            setAction(next)
            setValue(undefined)
          }}
          onValue={setValue}
        />
      )}
    </SideDialog>
  )
}

import { answerSwap, askSwap, type DutyShift, dutyWeek, setDuty } from '@sluice/contract'
import { Form } from 'antd'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { usePermission } from '../../lib/access/access.tsx'
import { answerKey } from '../../lib/api/answer.ts'
import { call } from '../../lib/api/api.ts'
import { useMutation } from '../../lib/api/mutation.ts'
import { useText } from '../../lib/text/text.ts'
import { showTime } from '../../lib/time/clock.ts'
import { Button } from '../../parts/button/button.tsx'
import { RefSelect } from '../../parts/form/ref-select.tsx'
import { SideDialog } from '../../parts/overlay/side-dialog.tsx'

/** A time that somebody is, or nobody is yet, on duty. */
export interface DutyCell {
  from: string
  to: string
  shift: DutyShift | undefined
  /** The holiday that it is for; none: of the usual rota. */
  holiday?: { id: string; name: string } | undefined
}

/** Reads the rota again after a change. */
export function useDutyChange() {
  const client = useQueryClient()
  const { busy, mutate } = useMutation()
  return {
    busy,
    change: async (work: () => Promise<unknown>, done: string) => {
      const isDone = await mutate(work, { done })
      await client.invalidateQueries({ queryKey: answerKey(dutyWeek) })
      return isDone
    },
  }
}

/** Who is on duty at one time: chosen by who plans, asked of another person by who has it, answered by who was asked. */
export function DutyForm({ deptId, cell, onClose }: { deptId: string; cell: DutyCell; onClose: () => void }) {
  const { t } = useText()
  const mayPlan = usePermission(['duty:edit'])
  const { busy, change } = useDutyChange()
  const { from, to, shift, holiday } = cell
  const [chosen, setChosen] = useState<string | undefined>(shift?.noticeUserId)
  const run = async (work: () => Promise<unknown>, done: string) => {
    if (await change(work, done)) onClose()
  }
  const ask = (noticeUserId: string | null) => {
    if (shift) void run(() => call(askSwap, { id: shift.id, version: shift.version, noticeUserId }), t('duty.saved'))
  }
  const answer = (agree: boolean) => {
    if (shift) void run(() => call(answerSwap, { id: shift.id, version: shift.version, agree }), t('duty.saved'))
  }
  const of = holiday ? { holidayId: holiday.id } : {}
  const save = () =>
    run(() => call(setDuty, { deptId, from, to, noticeUserId: chosen ?? null, ...of }), t('duty.saved'))
  const mayAsk = shift?.mayAsk ?? false
  const isOther = chosen !== undefined && chosen !== shift?.noticeUserId
  return (
    <SideDialog
      title={`${showTime(from, '{m}-{d} {h}:{i}')}–${showTime(to, '{m}-{d} {h}:{i}')}`}
      busy={busy}
      ready={mayPlan ? chosen !== shift?.noticeUserId : isOther}
      {...((mayPlan || mayAsk) && { onConfirm: () => void (mayPlan ? save() : ask(chosen ?? null)) })}
      onClose={onClose}
    >
      {holiday && <p>{t('duty.ofHoliday', { name: holiday.name })}</p>}
      {(mayPlan || mayAsk) && (
        <Form layout="vertical">
          <Form.Item
            label={t(mayPlan ? 'duty.person' : 'duty.askWhom')}
            extra={t(!mayPlan ? 'duty.askHint' : holiday ? 'duty.holidayEmptyHint' : 'duty.emptyHint')}
          >
            <RefSelect
              to="noticeUser"
              value={chosen ?? null}
              chosenName={shift?.name}
              onChange={setChosen}
              aria-label={t(mayPlan ? 'duty.person' : 'duty.askWhom')}
            />
          </Form.Item>
        </Form>
      )}
      {mayPlan && mayAsk && isOther && <Button onClick={() => ask(chosen)}>{t('duty.askInstead')}</Button>}
      {shift?.askedName && (
        <div className="stack">
          <p>{t('duty.asked', { from: shift.name, to: shift.askedName })}</p>
          <div className="duty-tools">
            {shift.mayAnswer && (
              <>
                <Button kind="theme" busy={busy} onClick={() => answer(true)}>
                  {t('duty.agree')}
                </Button>
                <Button busy={busy} onClick={() => answer(false)}>
                  {t('duty.decline')}
                </Button>
              </>
            )}
            {mayAsk && (
              <Button busy={busy} onClick={() => ask(null)}>
                {t('duty.withdraw')}
              </Button>
            )}
          </div>
        </div>
      )}
    </SideDialog>
  )
}

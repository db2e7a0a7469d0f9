import type { WaitingTask } from '@sluice/contract'
import { Input } from 'antd'
import { useEffect, useRef } from 'react'
import { byName, useText } from '../../../lib/text/text.ts'
import { ToolButton } from '../../../parts/button/tool-button.tsx'
import { type Gone, type Held, takeBack } from './held.ts'
import { canBatch, countsOf, type TaskFilter } from './inbox.rules.ts'
import { TaskRow } from './task-row.tsx'

interface FilterProps {
  tasks: readonly WaitingTask[]
  filter: TaskFilter
  onFilter: (filter: TaskFilter) => void
}

/** Chips by the use of the flow, and a search by names (OF-4). */
export function InboxFilter({ tasks, filter, onFilter }: FilterProps) {
  const { t } = useText()
  const chip = (flowType: TaskFilter['flowType'], label: string, n: number) => (
    <button
      key={label}
      type="button"
      className="count"
      aria-pressed={filter.flowType === flowType}
      onClick={() => onFilter({ ...filter, flowType })}
    >
      {label} <span className="num">{n}</span>
    </button>
  )
  return (
    <div className="inbox-filter">
      <fieldset className="counts" aria-label={t('approval.byType')}>
        {chip(null, t('approval.all'), tasks.length)}
        {countsOf(tasks).map(([flowType, n]) => chip(flowType, byName(`enum.flowType.${flowType}`), n))}
      </fieldset>
      <Input
        allowClear
        aria-label={t('approval.search')}
        placeholder={t('approval.search')}
        value={filter.text}
        onChange={(event) => onFilter({ ...filter, text: event.target.value })}
      />
    </div>
  )
}

/** Rows that are chosen, and how more are. */
export interface Choosing {
  chosen: ReadonlySet<string>
  isOn: boolean
  toggle: (taskId: string) => void
  switchOn: (on: boolean) => void
}

interface InboxListProps {
  rows: readonly WaitingTask[]
  openId: string | null
  held: readonly Held[]
  gone: readonly Gone[]
  choosing: Choosing
  onOpen: (taskId: string) => void
  onUndo: () => void
}

/** What waits, what is due first first. */
export function InboxList({ rows, openId, held, gone, choosing, onOpen, onUndo }: InboxListProps) {
  const { t } = useText()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' })
  }, [openId])
  const lastHeld = held.findLast(({ until }) => until !== null)
  return (
    <ul ref={list} className="task-list" aria-label={t('approval.title')}>
      {rows.map((task) => {
        const { taskId } = task
        const decision = held.find(({ tasks }) => tasks.some((one) => one.taskId === taskId))
        const left = gone.find((one) => one.task.taskId === taskId)
        return (
          <TaskRow
            key={taskId}
            task={task}
            isOpen={taskId === openId}
            isChosen={choosing.chosen.has(taskId)}
            isChoosing={choosing.isOn && canBatch(task)}
            decided={decision ? { approve: decision.approve, canUndo: decision === lastHeld } : null}
            gone={left ? (left.text ?? t('approval.moved')) : null}
            onOpen={() => onOpen(taskId)}
            onChoose={() => choosing.toggle(taskId)}
            onUndo={onUndo}
          />
        )
      })}
    </ul>
  )
}

/** Boxes beside the rows, on or off. */
export function ChooseButton({ choosing: { isOn, switchOn } }: { choosing: Choosing }) {
  const { t } = useText()
  return <ToolButton icon="check" label={t('approval.chooseMany')} pressed={isOn} onClick={() => switchOn(!isOn)} />
}

/** Takes the last decision back; the id of its first task, to open it again. */
export function undo(): string | null {
  return takeBack()?.tasks[0]?.taskId ?? null
}

import { runTasks, type WaitingTask } from '@sluice/contract'
import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useAnswer } from '../../../lib/api/answer.ts'
import { useLine } from '../../../lib/live/line.ts'
import { useText } from '../../../lib/text/text.ts'
import { type Gone, releaseAll, useHeld } from './held.ts'
import { canBatch, filtered, nextAfter, type TaskFilter } from './inbox.rules.ts'
import type { Choosing } from './inbox-list.tsx'
import { useTasksChanged } from './tasks-changed.ts'

/** Whoever leaves the page, or hides it with its tab, has decided. */
function useReleaseOnLeave(): void {
  useEffect(() => {
    const leave = () => releaseAll({ keepalive: true })
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      releaseAll()
    }
  }, [])
}

/** Those that are gone stay in their place until they have said so. */
function withGone(tasks: readonly WaitingTask[], gone: readonly Gone[]): WaitingTask[] {
  const left = gone.map(({ task }) => task).filter(({ taskId }) => !tasks.some((one) => one.taskId === taskId))
  const dueOf = ({ dueTime }: WaitingTask) => (dueTime === null ? Number.POSITIVE_INFINITY : Date.parse(dueTime))
  const rows = [...tasks]
  for (const task of left) {
    const at = rows.findIndex((one) => dueOf(one) > dueOf(task))
    rows.splice(at < 0 ? rows.length : at, 0, task)
  }
  return rows
}

function useChoosing(rows: readonly WaitingTask[]): Choosing & { tasks: WaitingTask[]; clear: () => void } {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isOn, setOn] = useState(false)
  const tasks = rows.filter((task) => chosen.has(task.taskId) && canBatch(task))
  const clear = () => {
    setChosen(new Set())
    setOn(false)
  }
  const toggle = (taskId: string) => {
    const task = rows.find((one) => one.taskId === taskId)
    if (!task || !canBatch(task)) return
    setOn(true)
    setChosen((before) => {
      const next = new Set(before)
      if (!next.delete(taskId)) next.add(taskId)
      return next
    })
  }
  return {
    chosen,
    isOn: isOn || tasks.length > 0,
    tasks,
    clear,
    toggle,
    switchOn: (on) => (on ? setOn(true) : clear()),
  }
}

/** Why nothing can be decided now: a decision must not rest on what may have changed. */
function useBecause(): string | null {
  const { t } = useText()
  const { kind } = useLine()
  return kind === 'whole' || kind === 'store' ? null : t('approval.lineLost')
}

const PARAM = 'task'

/** Which task the address names. On a phone Back leads from a task to the list. */
function useOpenTask(isAlone: boolean): [string | null, (taskId: string | null) => void] {
  const [search, setSearch] = useSearchParams()
  const taskId = search.get(PARAM)
  const open = (next: string | null) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        if (next === null) after.delete(PARAM)
        else after.set(PARAM, next)
        return after
      },
      { replace: !isAlone || taskId !== null },
    )
  return [taskId, open]
}

/** What waits, which is open, what was decided and is held. */
export function useInbox(opensFirst: boolean) {
  const query = useAnswer(runTasks, {}, { keep: true })
  const { held, gone } = useHeld()
  const [filter, setFilter] = useState<TaskFilter>({ flowType: null, text: '' })
  const [asked, setOpen] = useOpenTask(!opensFirst)
  useReleaseOnLeave()
  useTasksChanged()
  const tasks = query.data?.tasks
  const all = useMemo(() => withGone(tasks ?? [], gone), [tasks, gone])
  const rows = useMemo(() => filtered(all, filter), [all, filter])
  const choosing = useChoosing(rows)
  const leaving = useMemo(
    () =>
      new Set([
        ...held.flatMap((one) => one.tasks.map(({ taskId }) => taskId)),
        ...gone.map(({ task }) => task.taskId),
      ]),
    [held, gone],
  )
  const ids = rows.map(({ taskId }) => taskId)
  const wanted = all.find(({ taskId }) => taskId === asked)
  const first = opensFirst ? rows.find(({ taskId }) => !leaving.has(taskId)) : undefined
  const open = wanted ?? first ?? null
  const goBeside = (step: 1 | -1): string | null => {
    const next = open ? (ids[ids.indexOf(open.taskId) + step] ?? null) : (ids[0] ?? null)
    if (next !== null) setOpen(next)
    return next
  }
  const goOn = (from: string) => setOpen(nextAfter(ids, new Set([...leaving, from]), from))
  return {
    query,
    all,
    rows,
    filter,
    setFilter,
    open,
    isOpenLeaving: open !== null && leaving.has(open.taskId),
    setOpen,
    goBeside,
    goOn,
    held,
    gone,
    choosing,
    because: useBecause(),
    place: { at: open ? ids.indexOf(open.taskId) + 1 : 0, of: ids.length },
  }
}

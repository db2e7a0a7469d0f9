import {
  repairRecordResource,
  type RepairRow,
  type RepairTest,
  repairTest,
  startRepairTest,
  stopRepairTest,
} from '@sluice/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { create } from 'zustand'
import { usePermission } from '../../lib/access/access.tsx'
import { useAnswer } from '../../lib/api/answer.ts'
import { call } from '../../lib/api/api.ts'
import { useMutation } from '../../lib/api/mutation.ts'
import { useLine } from '../../lib/live/line.ts'
import { useText } from '../../lib/text/text.ts'

/** While it runs somebody looks at it. */
const AGAIN_MS = 1_000

/** The re-test of an order and what can be done about it, at both places that show it. */
export interface Retest {
  answer: UseQueryResult<{ canMove: boolean; test: RepairTest | null }>
  may: boolean
  /** A re-test wants answers of the device, so there has to be a line. */
  canReach: boolean
  isRunning: boolean
  busy: boolean
  label: string
  /** What was agreed for one run: the box is empty again for the next. */
  clear: boolean
  setClear: (clear: boolean) => void
  start: () => Promise<unknown>
  stop: () => Promise<unknown>
}

/** The order beside whose device somebody stands, for the one run that is begun next. */
const useAgreed = create<{ orderId: string | null }>(() => ({ orderId: null }))

export function useRetest({ id, version, testState }: RepairRow): Retest {
  const { t } = useText()
  const line = useLine()
  const may = usePermission(['repairRecord:process'])
  const clear = useAgreed(({ orderId }) => orderId === id)
  const setClear = (agreed: boolean) => useAgreed.setState({ orderId: agreed ? id : null })
  const { busy, mutate } = useMutation(repairRecordResource.name)
  const isRunning = testState === 'RUNNING'
  const answer = useAnswer(
    repairTest,
    { id },
    { follows: [version, testState], keep: true, ...(isRunning && { everyMs: AGAIN_MS }) },
  )
  return {
    answer,
    may,
    canReach: line.kind !== 'offline' && line.kind !== 'kept',
    isRunning,
    busy,
    label: t(answer.data?.test ? 'retest.again' : 'retest.start'),
    clear,
    setClear,
    start: () => {
      setClear(false)
      return mutate(() => call(startRepairTest, { id, clear }))
    },
    stop: () => mutate(() => call(stopRepairTest, { id })),
  }
}

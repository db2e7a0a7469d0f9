import { leaveBalances, leaveLedger } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { answerKey } from '../../../lib/api/answer.ts'
import { useMutation } from '../../../lib/api/mutation.ts'

/** Changes balances, and reads them and their lines again. */
export function useBalanceChange() {
  const client = useQueryClient()
  const { busy, mutate } = useMutation()
  return {
    busy,
    change: async (work: () => Promise<unknown>, done: string) => {
      const isDone = await mutate(work, { done })
      await Promise.all(
        [leaveBalances, leaveLedger].map((read) => client.invalidateQueries({ queryKey: answerKey(read) })),
      )
      return isDone
    },
  }
}

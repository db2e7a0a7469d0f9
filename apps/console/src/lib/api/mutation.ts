import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailure } from './api-outcome.ts'
import { forgetRows } from './query.ts'
import { toast } from '../page/toast.ts'

interface Afterwards {
  /** Said when it is done. */
  done?: string
  /** Told of a refusal, e.g. to mark the fields that were refused; the request layer has shown it. */
  refused?: (failure: CallFailure) => void
}

export interface Mutation {
  busy: boolean
  /** Does it; true when it is done. What was read of the resources is read again either way. */
  mutate: (work: () => Promise<unknown>, afterwards?: Afterwards) => Promise<boolean>
}

/** Changes what the server holds: says so when it is done, and reads again what was read of these resources. */
export function useMutation(...resources: readonly string[]): Mutation {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const mutate: Mutation['mutate'] = async (work, { done, refused } = {}) => {
    setBusy(true)
    try {
      await work()
      if (done !== undefined) toast('success', done)
      return true
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      refused?.(error)
      return false
    } finally {
      setBusy(false)
      await Promise.all(resources.map((resource) => forgetRows(client, resource)))
    }
  }
  return { busy, mutate }
}

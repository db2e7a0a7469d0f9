import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailure } from './api-outcome.ts'
import { forgetRows } from './query.ts'
import { toast } from '../page/toast.ts'

interface Afterwards {
  /** The message on success. */
  done?: string
  /** Called on a refusal, e.g. to mark the refused fields; the request layer has already shown it. */
  refused?: (failure: CallFailure) => void
}

export interface Mutation {
  busy: boolean
  /** Runs the work; true on success. The resources' cached rows are fetched again either way. */
  mutate: (work: () => Promise<unknown>, afterwards?: Afterwards) => Promise<boolean>
}

/** Changes data of the server: reports success and fetches again what is cached of these resources. */
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

import { commandsOfKey, OPERATOR_KEY_HEADER } from '@sluice/contract'
import { useRef, useState } from 'react'
import { request } from '../../../lib/api/api.ts'
import { CallFailure } from '../../../lib/api/api-outcome.ts'
import type { Asked } from './order-form.tsx'

/** Letters of a whole key, without what parts its groups. */
const KEY_LETTERS = 30

/**
 * What a one-time key opens, asked for once it is typed whole: each question counts as a try. Kept nowhere but here, as the
 * key is.
 */
export function useKeyCommands() {
  const [commands, setCommands] = useState<readonly Asked[] | undefined>(undefined)
  const [refusal, setRefusal] = useState<string | null>(null)
  const asked = useRef('')
  const ask = async (typed: string): Promise<void> => {
    const key = typed.replaceAll(/[\s-]/g, '').toUpperCase()
    if (key === asked.current) return
    asked.current = key
    setCommands(undefined)
    setRefusal(null)
    if (key.length !== KEY_LETTERS) return
    try {
      const headers = { [OPERATOR_KEY_HEADER]: typed.trim() }
      const heard = await request('POST', commandsOfKey.path, {}, { inPlace: true, headers })
      const parsed = commandsOfKey.output.safeParse(heard.data)
      if (asked.current === key && parsed.success) setCommands(parsed.data.commands)
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      if (asked.current === key) setRefusal(error.message)
    }
  }
  return { commands, refusal, ask }
}

import { type FlowModel, type FlowWay, type FormValues, tryFlow } from '@sluice/contract'
import { useMemo, useState } from 'react'
import { useSession } from '../../../../lib/access/session.ts'
import { useAnswer } from '../../../../lib/api/answer.ts'
import { useSettled } from '../../../../lib/page/settled.ts'

/** After the last key so long until the way is computed again, ms. */
const PAUSE_MS = 300

type Names = Readonly<Record<string, string>>

export interface Trial {
  starterId: string
  values: FormValues
  chosen: Readonly<Record<string, string[]>>
  names: Names
  setStarter: (id: string, names: Names) => void
  setValues: (values: FormValues) => void
  setChosen: (step: string, ids: string[], names: Names) => void
  way: FlowWay | null
  isComputing: boolean
  error: Error | null
}

/** Which way a request would take: computed by the server from what is drawn and filled in, and nothing is made. */
export function useTrial(id: string, model: FlowModel, isOpen: boolean): Trial {
  const user = useSession(({ userInfo }) => userInfo)
  const [starterId, setStarterId] = useState(user?.id ?? '')
  const [values, setValues] = useState<FormValues>({})
  const [chosen, setChosen] = useState<Readonly<Record<string, string[]>>>({})
  const [names, setNames] = useState<Names>(user ? { [user.id]: user.nickName } : {})
  const now = useMemo(
    () => JSON.stringify({ id, model, starterId, values, chosen }),
    [id, model, starterId, values, chosen],
  )
  const settled = useSettled(now, PAUSE_MS)
  const input = useMemo(() => JSON.parse(settled) as Parameters<typeof useAnswer<typeof tryFlow>>[1], [settled])
  const answer = useAnswer(tryFlow, isOpen && starterId !== '' ? input : null, { silent: true, keep: true })
  const learn = (more: Names) => setNames((before) => ({ ...before, ...more }))
  return {
    starterId,
    values,
    chosen,
    names,
    setStarter: (next, more) => {
      learn(more)
      setStarterId(next)
    },
    setValues,
    setChosen: (step, ids, more) => {
      learn(more)
      setChosen((before) => {
        const { [step]: _gone, ...others } = before
        return ids.length === 0 ? others : { ...others, [step]: ids }
      })
    },
    way: isOpen ? (answer.data ?? null) : null,
    isComputing: now !== settled || answer.isFetching,
    error: answer.error,
  }
}

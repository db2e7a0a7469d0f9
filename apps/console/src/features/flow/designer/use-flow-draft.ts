import { type FlowDrawing, flowModel, type FlowModel, saveFlowModel } from '@sluice/contract'
import { useEffect, useRef, useState } from 'react'
import { useSession } from '../../../lib/access/session.ts'
import { call } from '../../../lib/api/api.ts'
import { CallFailure } from '../../../lib/api/api-outcome.ts'
import { dropDraft, keepDraft, type KeptDraft, keptOnPhone } from '../../../lib/kept/phone-store.ts'
import { begunWith, changedTo, type History, isSame, redone, undone } from './history.ts'

/** After the last change so long until the draft is saved, ms. */
const QUIET_MS = 1000

/** `stale`: somebody else has saved it meanwhile. */
type Saving = 'saved' | 'waiting' | 'saving' | 'failed' | 'stale'

/** What could not be saved, in the browser. */
interface KeptFlow extends KeptDraft {
  model: FlowModel
}
const keyOf = (id: string) => `flow:${id}`

export interface FlowDraft {
  model: FlowModel
  saving: Saving
  savedTime: string
  canUndo: boolean
  canRedo: boolean
  /** What lies in the browser from the last time, and is not what the server has. */
  kept: FlowModel | null
  change: (next: FlowModel, about?: string) => void
  undo: () => void
  redo: () => void
  /** Saves what is not saved yet; the version of the row, undefined where that failed. */
  flush: () => Promise<number | undefined>
  /** Saves over what somebody else has saved. */
  overwrite: () => Promise<void>
  /** Takes what lies in the browser, or forgets it. */
  takeKept: (take: boolean) => void
  /** The row has another version, and the same drawing. */
  advance: (version: number) => void
}

const isStale = (error: CallFailure) => error.reason === 'stale-version'

/** The work that lies in the browser, where there is some. */
function useKept(id: string, now: FlowModel): [FlowModel | null, (kept: FlowModel | null) => void] {
  const [kept, setKept] = useState<FlowModel | null>(null)
  const userId = useSession(({ userInfo }) => userInfo?.id ?? '')
  const begun = useRef(now)
  useEffect(() => {
    let isGone = false
    void keptOnPhone(userId).then(({ drafts }) => {
      const found = drafts.find(({ key }) => key === keyOf(id)) as KeptFlow | undefined
      if (!isGone && found && !isSame(found.model, begun.current)) setKept(found.model)
    })
    return () => {
      isGone = true
    }
  }, [id, userId])
  return [kept, setKept]
}

function useStored(id: string, drawing: FlowDrawing) {
  const [saving, setSaving] = useState<Saving>('saved')
  const [savedTime, setSavedTime] = useState(drawing.savedTime)
  const stored = useRef({
    version: drawing.version,
    model: drawing.model,
    running: Promise.resolve<number | undefined>(drawing.version),
  })
  const keep = (model: FlowModel) => {
    const draft: KeptFlow = { key: keyOf(id), userId: useSession.getState().userInfo?.id ?? '', model }
    void keepDraft(draft)
  }
  const store = async (model: FlowModel): Promise<number | undefined> => {
    const state = stored.current
    if (state.model === model) return state.version
    setSaving('saving')
    try {
      const { version, savedTime: time } = await call(
        saveFlowModel,
        { id, version: state.version, model },
        { inPlace: true },
      )
      Object.assign(state, { version, model })
      setSavedTime(time)
      setSaving('saved')
      void dropDraft(keyOf(id))
      return version
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      keep(model)
      setSaving(isStale(error) ? 'stale' : 'failed')
      return undefined
    }
  }
  /** One save after the other, each of the version that the one before has made. */
  const flush = (model: FlowModel) => {
    stored.current.running = stored.current.running.then(() => store(model))
    return stored.current.running
  }
  const advance = (version: number) => {
    stored.current.version = version
  }
  const isStored = (model: FlowModel) => stored.current.model === model
  return { saving, setSaving, savedTime, isStored, flush, keep, advance }
}

/**
 * The draft of a flow: each change is a step that can be undone, and is saved a moment later (WD-17). What could not be saved
 * stays in the browser until it is.
 */
export function useFlowDraft(id: string, drawing: FlowDrawing): FlowDraft {
  const [steps, setSteps] = useState<History<FlowModel>>(() => begunWith(drawing.model))
  const { saving, setSaving, savedTime, keep, advance, ...stored } = useStored(id, drawing)
  const [kept, setKept] = useKept(id, drawing.model)
  const { now } = steps
  const flush = () => stored.flush(now)
  const latest = useRef({ flush, keep: () => keep(now), isStored: () => stored.isStored(now) })
  useEffect(() => {
    latest.current = { flush, keep: () => keep(now), isStored: () => stored.isStored(now) }
  })
  // Who has to choose first is not overruled.
  const isHeld = saving === 'stale'
  useEffect(() => {
    if (latest.current.isStored() || isHeld) return undefined
    const timer = setTimeout(() => void latest.current.flush(), QUIET_MS)
    return () => clearTimeout(timer)
  }, [now, isHeld])
  // Whoever leaves the page loses nothing.
  useEffect(() => {
    const leave = () => {
      if (!latest.current.isStored()) latest.current.keep()
    }
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      void latest.current.flush()
    }
  }, [])
  const step = (next: (steps: History<FlowModel>) => History<FlowModel>) => {
    setSteps(next)
    if (saving !== 'stale') setSaving('waiting')
  }
  return {
    model: now,
    saving: stored.isStored(now) && saving === 'waiting' ? 'saved' : saving,
    savedTime,
    canUndo: steps.past.length > 0,
    canRedo: steps.future.length > 0,
    kept,
    change: (next, about) => step((history) => changedTo(history, next, about)),
    undo: () => step(undone),
    redo: () => step(redone),
    flush,
    overwrite: async () => {
      const { version } = await call(flowModel, { id })
      advance(version)
      setSaving('waiting')
      await flush()
    },
    takeKept: (take) => {
      if (take && kept) step((history) => changedTo(history, kept))
      else void dropDraft(keyOf(id))
      setKept(null)
    },
    advance,
  }
}

import {
  modelProblems,
  type Metric,
  type ProductModel,
  type productModel,
  type OutputOf,
  type ScriptFault,
  saveProductDraft,
} from '@sluice/contract'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../../lib/api/api.ts'
import { CallFailure } from '../../../../lib/api/api-outcome.ts'
import { begunWith, changedTo, type ModelDraft, redone, undone } from './model-draft.ts'

/** After the last change so long until it is stored. */
const QUIET_MS = 700

type Saving = 'saved' | 'waiting' | 'saving' | 'failed'

export interface DraftEditor {
  model: ProductModel
  /** Of the product, as it is stored. */
  version: number
  saving: Saving
  problems: Readonly<Record<string, string>>
  /** Why the payload script of what is stored cannot be run at all. */
  scriptFault: ScriptFault | null
  canUndo: boolean
  canRedo: boolean
  change: (next: ProductModel) => void
  undo: () => void
  redo: () => void
  /** Stores what is not stored yet; resolves with the version, undefined where that failed. */
  flush: () => Promise<number | undefined>
}

/**
 * Edits the draft of a product: each change is a step that can be undone, and is stored a moment later. Without a draft the
 * first change begins one.
 */
export function useModelDraft(
  id: string,
  { draft, inForce, version: read }: OutputOf<typeof productModel>,
  metricOf: (key: string) => Metric | undefined,
): DraftEditor {
  const [steps, setSteps] = useState<ModelDraft>(() => begunWith((draft?.model ?? inForce)!))
  const [saving, setSaving] = useState<Saving>('saved')
  const [told, setTold] = useState<Pick<DraftEditor, 'problems' | 'scriptFault'>>({ problems: {}, scriptFault: null })
  const [version, setVersion] = useState(read)
  const stored = useRef({ version: read, model: steps.now, running: Promise.resolve<number | undefined>(read) })

  const store = async (model: ProductModel): Promise<number | undefined> => {
    const state = stored.current
    if (state.model === model) return state.version
    setSaving('saving')
    try {
      const answer = await call(saveProductDraft, { id, version: state.version, model })
      Object.assign(state, { version: answer.version, model })
      setVersion(answer.version)
      setTold({ problems: answer.problems, scriptFault: answer.script })
      setSaving('saved')
      return answer.version
    } catch (error) {
      // The request layer has said why; what was changed stays here.
      if (!(error instanceof CallFailure)) throw error
      setSaving('failed')
      return undefined
    }
  }
  const flush = () => {
    const { current } = stored
    current.running = current.running.then(() => store(steps.now))
    return current.running
  }
  const latest = useRef(flush)
  useEffect(() => {
    latest.current = flush
  })
  useEffect(() => {
    if (stored.current.model === steps.now) return undefined
    const timer = setTimeout(() => void latest.current(), QUIET_MS)
    return () => clearTimeout(timer)
  }, [steps.now])
  // Whoever leaves the page loses nothing.
  useEffect(() => () => void latest.current(), [])

  const step = (next: (steps: ModelDraft) => ModelDraft) => {
    setSteps(next)
    setSaving('waiting')
  }
  return {
    model: steps.now,
    version,
    saving,
    problems: { ...told.problems, ...modelProblems(steps.now, metricOf) },
    scriptFault: told.scriptFault,
    canUndo: steps.past.length > 0,
    canRedo: steps.future.length > 0,
    change: (next) => step((now) => changedTo(now, next)),
    undo: () => step(undone),
    redo: () => step(redone),
    flush,
  }
}

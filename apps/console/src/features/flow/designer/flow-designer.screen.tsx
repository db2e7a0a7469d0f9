import { type FlowDrawing, flowModel, type FlowProblem, type FlowStep } from '@sluice/contract'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { usePermission } from '../../../lib/access/access.tsx'
import { useAnswer } from '../../../lib/api/answer.ts'
import { call } from '../../../lib/api/api.ts'
import { useAddressParam } from '../../../lib/page/address-param.ts'
import { useViewTitle } from '../../../lib/page/view.tsx'
import { usePhone } from '../../../lib/page/width.ts'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { Fetched } from '../../../parts/fetched/fetched.tsx'
import { FormTab } from '../form-designer/form-tab.tsx'
import { BasicTab } from './basic-tab.tsx'
import { type Designer, DesignerProvider, nodeOf, problemsOf } from './designer.ts'
import { DesignerHead, type Tab, TABS } from './designer-head.tsx'
import { designerStore, REBUILD_MS } from './designer-state.ts'
import { ProblemList } from './problem-list.tsx'
import { ProcessTab } from './process-tab.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { useTrial } from './trial/use-trial.ts'
import { type FlowDraft, useFlowDraft } from './use-flow-draft.ts'
import { useFlowNames } from './use-names.ts'
import { VersionsTab } from './versions/versions-tab.tsx'
import './designer.css'

/** The page of a flow, where it is drawn, tried and published. */
export default function FlowDesignerScreen() {
  const { id = '' } = useParams()
  const [read, setRead] = useState(0)
  const drawing = useAnswer(flowModel, { id }, { fresh: true })
  const { refetch } = drawing
  useViewTitle(drawing.data?.name)
  return (
    <Fetched query={drawing} rows={8} card>
      {(answer) => (
        <OpenDesigner
          key={`${id} ${read}`}
          id={id}
          drawing={answer}
          onRefresh={() => void refetch()}
          onReload={() => void refetch().then(() => setRead((n) => n + 1))}
        />
      )}
    </Fetched>
  )
}

/** The conditions follow the form 400 ms after its last change (WD-4). */
function useConditions(form: Designer['model']['form']): Designer['conditions'] {
  const [useStore] = useState(() => designerStore(form))
  const { setForm, rebuild } = useStore.getState()
  useEffect(() => {
    setForm(form)
    const timer = setTimeout(rebuild, REBUILD_MS)
    return () => clearTimeout(timer)
  }, [form, setForm, rebuild])
  return useStore((state) => state.processConditions)
}

interface OpenProps {
  id: string
  drawing: FlowDrawing
  /** Reads the versions again; the draft stays as it is here. */
  onRefresh: () => void
  /** Takes the draft as the server has it. */
  onReload: () => void
}

function useOpenDesigner({ id, drawing }: OpenProps, isTrying: boolean) {
  const draft = useFlowDraft(id, drawing)
  const phone = usePhone()
  const mayEdit = usePermission(['flowDefinition:edit'])
  const [selected, select] = useState<string | null>(null)
  const { model } = draft
  const problems = useMemo(() => problemsOf(model), [model])
  const { names, learn } = useFlowNames(model)
  const conditions = useConditions(model.form)
  const trial = useTrial(id, model, isTrying)
  const isFixed = !mayEdit || phone
  const change: Designer['change'] = (next, about) => {
    if (!isFixed) draft.change(next, about)
  }
  const changeSteps = (edit: (steps: readonly FlowStep[]) => FlowStep[], about?: string) =>
    change({ ...model, process: { ...model.process, steps: edit(model.process.steps) } }, about)
  const { undo, redo, canUndo, canRedo } = draft
  const way = trial.way
  const acts = { change, changeSteps, undo, redo, canUndo, canRedo, select, learn }
  const designer: Designer = { id, model, ...acts, isFixed, selected, problems, names, conditions, way }
  return { designer, draft, trial }
}

/** What could not be saved the last time lies in the browser still. */
function KeptLine({ draft }: { draft: FlowDraft }) {
  const { t } = useText()
  if (!draft.kept) return null
  return (
    <p className="notice" role="status">
      {t('flow.kept')}
      <Button kind="link" onClick={() => draft.takeKept(true)}>
        {t('flow.keptTake')}
      </Button>
      <Button kind="link" onClick={() => draft.takeKept(false)}>
        {t('flow.keptDrop')}
      </Button>
    </p>
  )
}

function OpenDesigner(props: OpenProps) {
  const { id, drawing, onRefresh, onReload } = props
  const [asked, setTab] = useAddressParam('tab')
  const tab: Tab = TABS.find((one) => one === asked) ?? 'process'
  const [isTrying, setTrying] = useState(false)
  const [open, setOpen] = useState<'publish' | readonly FlowProblem[] | null>(null)
  const { designer, draft, trial } = useOpenDesigner(props, isTrying)
  const [field, setField] = useState<string | null>(null)
  const mayPublish = usePermission(['flowDefinition:publish'])
  const at = useRef(-1)
  const { problems, select, isFixed } = designer
  const goTo = (problem: FlowProblem) => {
    setOpen(null)
    const node = nodeOf(problem)
    setTab(node === null && problem.field ? 'form' : 'process')
    if (node === null) setField(problem.field ?? null)
    select(node)
  }
  const nextProblem = () => {
    at.current = (at.current + 1) % Math.max(1, problems.length)
    const problem = problems[at.current]
    if (problem) goTo(problem)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isTyping = (event.target as Element).closest('input, textarea')
    if (event.key === 'F8') nextProblem()
    else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z' && !isTyping) {
      if (event.shiftKey) designer.redo()
      else designer.undo()
    } else return
    event.preventDefault()
  }
  return (
    <DesignerProvider value={designer}>
      {/* The keys are those of what is inside. */}
      <article className="flow-designer" onKeyDown={onKeyDown}>
        <DesignerHead
          drawing={drawing}
          draft={draft}
          tab={tab}
          onTab={setTab}
          isTrying={isTrying && tab === 'process'}
          onTry={() => {
            setTrying(tab !== 'process' || !isTrying)
            setTab('process')
          }}
          onPublish={mayPublish && !isFixed ? () => setOpen(problems.length > 0 ? problems : 'publish') : null}
          onNextProblem={nextProblem}
          onReload={onReload}
        />
        <KeptLine draft={draft} />
        {tab === 'basic' && (
          <BasicTab
            flush={draft.flush}
            onSaved={async () => {
              const { version } = await call(flowModel, { id })
              draft.advance(version)
              onRefresh()
            }}
          />
        )}
        {tab === 'form' && <FormTab selected={field} onSelect={setField} />}
        {tab === 'process' && <ProcessTab trial={trial} isTrying={isTrying} onTryEnd={() => setTrying(false)} />}
        {tab === 'versions' && <VersionsTab drawing={drawing} flush={draft.flush} onRolledBack={onReload} />}
        {open === 'publish' && (
          <PublishDialog
            next={(drawing.versions[0]?.versionNo ?? 0) + 1}
            flush={draft.flush}
            onRefused={setOpen}
            onPublished={(version) => {
              draft.advance(version)
              onRefresh()
            }}
            onClose={() => setOpen(null)}
          />
        )}
        {open !== null && open !== 'publish' && (
          <ProblemList problems={open} onChoose={goTo} onClose={() => setOpen(null)} />
        )}
      </article>
    </DesignerProvider>
  )
}

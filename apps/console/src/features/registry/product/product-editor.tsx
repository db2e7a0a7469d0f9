import {
  type Metric,
  type OutputOf,
  payloadScriptOf,
  productModel,
  type ProductModel,
  productVocabulary,
  publishProduct,
  type ScriptFault,
  withMetric,
  withRenamedMetric,
  discardProductDraft,
} from '@sluice/contract'
import { useMemo, useState } from 'react'
import { usePermission } from '../../../lib/access/access.tsx'
import { useAnswer } from '../../../lib/api/answer.ts'
import { call } from '../../../lib/api/api.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { ask } from '../../../lib/page/ask.ts'
import { useText } from '../../../lib/text/text.ts'
import { showTime } from '../../../lib/time/clock.ts'
import { Button } from '../../../parts/button/button.tsx'
import { Fetched } from '../../../parts/fetched/fetched.tsx'
import { SideDialog } from '../../../parts/overlay/side-dialog.tsx'
import { Section } from '../../../parts/section/section.tsx'
import { ChangeList } from './draft/change-list.tsx'
import { CommandRules } from './command-rules.tsx'
import { FactFields } from './fact-fields.tsx'
import { EventRules } from './event-rules.tsx'
import { MetricColumn } from './metric-column.tsx'
import { MetricForm } from './metric-form.tsx'
import { metricChoices, metricsIn, type Vocabulary } from './draft/model-words.ts'
import { NoteField } from './note-field.tsx'
import { ParameterRules } from './protocol/parameter-rules.tsx'
import { UplinkRules } from './protocol/uplink-rules.tsx'
import { TryPanel } from './try-panel.tsx'
import { type DraftEditor, useModelDraft } from './draft/use-model-draft.ts'
import { VersionLine } from './draft/version-line.tsx'
import './product-editor.css'

type Product = OutputOf<typeof productModel>

/** The model of a product: what it measures, how its devices speak, what they can be told, and every version of it. */
export function ProductEditor({ id }: { id: string }) {
  const product = useAnswer(productModel, { id }, { follows: ['product'] })
  const vocabulary = useAnswer(productVocabulary, {}, { staleMs: Number.POSITIVE_INFINITY })
  return (
    <Fetched query={product} rows={8}>
      {(answer) => (
        <Fetched query={vocabulary} rows={8}>
          {(words) => <Editor key={answer.versionNo} id={id} product={answer} vocabulary={words} />}
        </Fetched>
      )}
    </Fetched>
  )
}

function Editor({ id, product, vocabulary }: { id: string; product: Product; vocabulary: Vocabulary }) {
  const mayChange = usePermission(['product:edit'])
  const [editing, setEditing] = useState(product.draft !== null)
  const platform = useMemo(() => new Map(vocabulary.metrics.map((metric) => [metric.key, metric])), [vocabulary])
  const draft = useModelDraft(id, product, (key) => platform.get(key))
  const [chosen, setChosen] = useState<string | null>(null)
  const [tried, setTried] = useState<{ script: string | undefined; fault: ScriptFault | null } | null>(null)
  const [edited, setEdited] = useState<{ metric: Metric | null } | null>(null)
  const { model, change, problems } = draft
  const metricOf = metricsIn(model, vocabulary)
  const readOnly = !(mayChange && editing)
  const script = payloadScriptOf(model)
  // What a try found is about the script that was tried.
  const scriptFault = draft.scriptFault ?? (tried?.script === script ? tried?.fault : null) ?? null
  const shown = { model, metricOf, vocabulary, problems: readOnly ? {} : problems, readOnly, chosen }
  return (
    <div className="product-editor">
      <DraftBar
        id={id}
        product={product}
        draft={draft}
        editing={editing}
        mayChange={mayChange}
        onEdit={() => setEditing(true)}
        onGone={() => setEditing(false)}
      />
      <div className="product-columns">
        <MetricColumn {...shown} onChoose={setChosen} onChange={change} onEdit={(metric) => setEdited({ metric })} />
        <Speech {...shown} scriptFault={scriptFault} onChoose={setChosen} onChange={change} />
        {mayChange && <TryPanel model={model} metricOf={metricOf} onTried={(fault) => setTried({ script, fault })} />}
      </div>
      <CommandRules
        model={model}
        metricOf={metricOf}
        vocabulary={vocabulary}
        problems={shown.problems}
        readOnly={readOnly}
        onChange={change}
      />
      <ParameterRules model={model} problems={shown.problems} readOnly={readOnly} onChange={change} />
      <div className="product-columns even">
        <FactFields model={model} problems={shown.problems} readOnly={readOnly} onChange={change} />
        <VersionLine id={id} product={product} mayChange={mayChange} />
      </div>
      {edited && (
        <MetricForm
          metric={edited.metric}
          platform={edited.metric ? platform.get(edited.metric.key) : undefined}
          taken={(key) => metricOf(key) !== undefined}
          onClose={() => setEdited(null)}
          onSave={(metric) => {
            const before = edited.metric?.key
            const isRenamed = before !== undefined && before !== metric.key
            change(
              isRenamed
                ? withRenamedMetric(model, before, metric)
                : withMetric(model, metric, platform.get(metric.key)),
            )
            setEdited(null)
          }}
        />
      )}
    </div>
  )
}

interface SpeechProps {
  model: ProductModel
  metricOf: (key: string) => Metric | undefined
  vocabulary: Vocabulary
  problems: Readonly<Record<string, string>>
  readOnly: boolean
  scriptFault: ScriptFault | null
  chosen: string | null
  onChoose: (key: string) => void
  onChange: (model: ProductModel) => void
}

/** How the devices of a model speak, by the editor of its protocol. */
function Speech({ model, metricOf, ...props }: SpeechProps) {
  const { t } = useText()
  const { uplink } = model
  const shared = { ...props, points: model.points, choices: metricChoices(model, props.vocabulary) }
  return (
    <Section title={t('productEdit.speech', { protocol: model.protocol })} className="speech">
      {uplink === null && <p className="hint">{t('productEdit.byMaster')}</p>}
      {uplink && (
        <UplinkRules {...shared} uplink={uplink} onChange={(next) => props.onChange({ ...model, uplink: next })} />
      )}
      <EventRules {...shared} model={model} metricOf={metricOf} onChange={props.onChange} />
    </Section>
  )
}

interface BarProps {
  id: string
  product: Product
  draft: DraftEditor
  editing: boolean
  mayChange: boolean
  onEdit: () => void
  onGone: () => void
}

/** The state of the draft, the way back, and the button that puts it in force. */
function DraftBar({ id, product, draft, editing, mayChange, onEdit, onGone }: BarProps) {
  const { t } = useText()
  const [publishing, setPublishing] = useState(false)
  const { mutate } = useMutation('product')
  const count = Object.keys(draft.problems).length
  if (!editing) {
    return (
      <div className="card draft-bar">
        <b className="chip solid">{t('productEdit.inForce', { n: product.versionNo })}</b>
        <span className="t3 grow">{t('productEdit.inUse', { n: product.devices })}</span>
        {mayChange && (
          <Button icon="pencil" onClick={onEdit}>
            {t('action.edit')}
          </Button>
        )}
      </div>
    )
  }
  const discard = async () => {
    const words = { title: t('ask.title'), text: t('productEdit.discardText'), confirm: t('productEdit.discard') }
    if (!(await ask({ ...words, cancel: t('action.cancel'), danger: true }))) return
    const version = await draft.flush()
    if (version === undefined) return
    const gone = await mutate(() => call(discardProductDraft, { id, version }), { done: t('productEdit.discarded') })
    if (gone) onGone()
  }
  return (
    <div className="card draft-bar">
      <b className="chip dashed">{t('productEdit.draftOf', { n: product.versionNo + 1 })}</b>
      {product.versionNo > 0 && (
        <span className="t3">
          {t('productEdit.inForce', { n: product.versionNo })} · {t('productEdit.inUse', { n: product.devices })}
        </span>
      )}
      <span className="t3 grow" role="status">
        {t(`productEdit.saving.${draft.saving}`)}
        {draft.saving === 'saved' && product.draft && ` ${showTime(product.draft.savedTime)}`}
      </span>
      {count > 0 && (
        <span className="draft-problem" role="status">
          {t('productEdit.problems', { n: count })}
        </span>
      )}
      <Button disabled={!draft.canUndo} onClick={draft.undo}>
        {t('action.undo')}
      </Button>
      <Button disabled={!draft.canRedo} onClick={draft.redo}>
        {t('productEdit.redo')}
      </Button>
      {product.draft && (
        <Button kind="danger" onClick={() => void discard()}>
          {t('productEdit.discard')}
        </Button>
      )}
      <Button kind="theme" disabled={count > 0} onClick={() => setPublishing(true)}>
        {t('productEdit.publish', { n: product.versionNo + 1 })}
      </Button>
      {publishing && <PublishDialog id={id} product={product} draft={draft} onClose={() => setPublishing(false)} />}
    </div>
  )
}

/** What publishing changes and for how many devices, and why it is done. */
function PublishDialog({
  id,
  product,
  draft,
  onClose,
}: Pick<BarProps, 'id' | 'product' | 'draft'> & { onClose: () => void }) {
  const { t } = useText()
  const [note, setNote] = useState('')
  const { busy, mutate } = useMutation('product', 'device')
  const publish = async () => {
    const version = await draft.flush()
    if (version === undefined) return
    const done = t('productEdit.published', { n: product.versionNo + 1 })
    if (await mutate(() => call(publishProduct, { id, version, note: note.trim() }), { done })) onClose()
  }
  return (
    <SideDialog
      title={t('productEdit.publish', { n: product.versionNo + 1 })}
      width={560}
      busy={busy}
      ready={note.trim() !== ''}
      confirmLabel={t('productEdit.publishNow')}
      onConfirm={() => void publish()}
      onClose={onClose}
    >
      <h3 className="part-title">{t('productEdit.wouldChange', { n: product.devices })}</h3>
      <ChangeList before={product.inForce} after={draft.model} />
      <p className="hint">{t('productEdit.publishHint')}</p>
      <NoteField value={note} onChange={setNote} />
    </SideDialog>
  )
}

import type { FlowDrawing } from '@sluice/contract'
import { useText } from '../../../lib/text/text.ts'
import { showTime } from '../../../lib/time/clock.ts'
import { Button } from '../../../parts/button/button.tsx'
import { Segment } from '../../../parts/button/segment.tsx'
import { Icon } from '../../../parts/icon/icons.tsx'
import { useDesigner } from './designer.ts'
import { DesignerIcon, IconTool } from './icon-tool.tsx'
import type { FlowDraft } from './use-flow-draft.ts'

export const TABS = ['basic', 'form', 'process', 'versions'] as const
export type Tab = (typeof TABS)[number]

/** Whether the work is kept, and what to do where it is not. */
function SavedLine({ draft, onReload }: { draft: FlowDraft; onReload: () => void }) {
  const { t } = useText()
  const { saving, savedTime } = draft
  if (saving === 'failed')
    return (
      <span className="flow-unsaved" role="alert">
        {t('flow.notSaved')}
        <Button kind="link" onClick={() => void draft.flush()}>
          {t('action.retry')}
        </Button>
      </span>
    )
  if (saving === 'stale')
    return (
      <span className="flow-unsaved" role="alert">
        {t('flow.stale')}
        <Button kind="link" onClick={onReload}>
          {t('flow.takeTheirs')}
        </Button>
        <Button kind="link" onClick={() => void draft.overwrite()}>
          {t('flow.keepMine')}
        </Button>
      </span>
    )
  if (saving !== 'saved') return <span role="status">{t('state.saving')}</span>
  return <span role="status">{t('flow.savedAt', { time: showTime(savedTime, '{h}:{i}') })}</span>
}

interface HeadProps {
  drawing: FlowDrawing
  draft: FlowDraft
  tab: Tab
  onTab: (tab: Tab) => void
  isTrying: boolean
  onTry: () => void
  /** Null where it may not be published by this person. */
  onPublish: (() => void) | null
  onNextProblem: () => void
  onReload: () => void
}

/** Name and state of the draft, its tabs, and what is done with the whole. */
export function DesignerHead(props: HeadProps) {
  const { drawing, draft, tab, onTab, isTrying, onTry, onPublish, onNextProblem, onReload } = props
  const { t } = useText()
  const { problems, canUndo, canRedo, undo, redo, isFixed } = useDesigner()
  const last = drawing.versions[0]?.versionNo
  return (
    <header className="flow-head">
      <span className="tile">
        <Icon name="flow" size={18} />
      </span>
      <div className="flow-title">
        <h1 className="clip">{drawing.name}</h1>
        <small className="t3">
          {last === undefined ? t('flow.draft') : t('flow.draftFrom', { n: last })} ·{' '}
          <SavedLine draft={draft} onReload={onReload} />
        </small>
      </div>
      <div className="segments" role="group" aria-label={t('flow.parts')}>
        {TABS.map((one) => (
          <Segment key={one} on={one === tab} onClick={() => onTab(one)}>
            {one === 'versions' && last !== undefined ? t('flow.tab.versionsOf', { n: last }) : t(`flow.tab.${one}`)}
          </Segment>
        ))}
      </div>
      <div className="row flow-acts">
        {!isFixed && (
          <>
            <IconTool name="undo" label={t('flow.undo')} disabled={!canUndo} onClick={undo} />
            <IconTool name="redo" label={t('flow.redo')} disabled={!canRedo} onClick={redo} />
          </>
        )}
        {problems.length > 0 && (
          <button type="button" className="flat flow-count" title="F8" onClick={onNextProblem}>
            {t('flow.toMend', { n: problems.length })}
          </button>
        )}
        {!isFixed && (
          <Button aria-pressed={isTrying} onClick={onTry}>
            <DesignerIcon name="play" />
            {t('flow.try')}
          </Button>
        )}
        {onPublish && (
          <Button kind="theme" onClick={onPublish}>
            {t('flow.publish', { n: (last ?? 0) + 1 })}
          </Button>
        )}
      </div>
    </header>
  )
}

import { type ApprovalStep, type FlowAsked, type FlowWayStep, placesOf } from '@sluice/contract'
import { useText } from '../../../../lib/text/text.ts'
import { ToolButton } from '../../../../parts/button/tool-button.tsx'
import { FlowForm } from '../../form/flow-form.tsx'
import { OptionSelect } from '../../form/option-select.tsx'
import { useDesigner } from '../designer.ts'
import { DesignerIcon } from '../icon-tool.tsx'
import type { Trial } from './use-trial.ts'

/** A person who would be asked, with whose deputy they are. */
function Asked({ person }: { person: FlowAsked }) {
  const { t } = useText()
  const { name, deptName, forName, agreed } = person
  return (
    <li>
      <span className="flow-person" aria-hidden="true">
        {name.slice(0, 1)}
      </span>
      <span className="clip">
        {name}
        <small className="t3">
          {[deptName, forName && t('flow.deputyOf', { name: forName }), agreed && t('flow.agreedBefore')]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
    </li>
  )
}

function WayStep({ step, number }: { step: FlowWayStep; number: number }) {
  const { t } = useText()
  const { select, selected } = useDesigner()
  const { asked, nobody, branchName } = step
  return (
    <li className={selected === step.step ? 'flow-way-step selected' : 'flow-way-step'}>
      <span className="flow-number num">{number}</span>
      <button type="button" className="flat" onClick={() => select(step.branch ?? step.step)}>
        <b>{step.name}</b>
      </button>
      {branchName && <p>{t('flow.takes', { name: branchName })}</p>}
      {asked.length > 0 && (
        <ul>
          {asked.map((person) => (
            <Asked key={person.userId} person={person} />
          ))}
        </ul>
      )}
      {nobody && (
        <p className="flow-nobody">
          <span className="flow-person none" aria-hidden="true" />
          {t(`flow.nobodyFound.${nobody}`)}
        </p>
      )}
    </li>
  )
}

/** The steps at which the starter says who is asked. */
function Choosing({ trial }: { trial: Trial }) {
  const { t } = useText()
  const { model } = useDesigner()
  const steps = [...placesOf(model.process.steps)]
    .map(({ step }) => step)
    .filter((step): step is ApprovalStep => step.kind === 'APPROVAL' && step.approver.by === 'CHOSEN')
  return steps.map((step) => (
    <div key={step.id} className="flow-setting">
      <span className="flow-setting-name">{t('flow.choosesFor', { name: step.name })}</span>
      <OptionSelect
        flowType="user"
        single={step.approver.by === 'CHOSEN' && !step.approver.several}
        aria-label={t('flow.choosesFor', { name: step.name })}
        value={trial.chosen[step.id] ?? []}
        names={trial.names}
        onChange={(ids, names) => trial.setChosen(step.id, ids, names)}
      />
    </div>
  ))
}

/** The values of a trial above, and below them each step of its way with who would be asked. */
export function TrialPanel({ trial, onClose }: { trial: Trial; onClose: () => void }) {
  const { t } = useText()
  const { model } = useDesigner()
  const { way, isComputing, error } = trial
  const people = new Set(way?.steps.flatMap(({ asked }) => asked.map(({ userId }) => userId)))
  const starter = trial.names[trial.starterId] ?? ''
  return (
    <aside className="flow-trial" aria-label={t('flow.try')} aria-busy={isComputing}>
      <div className="flow-panel-head">
        <DesignerIcon name="play" />
        <h2>{t('flow.try')}</h2>
        <small className="t3 grow">{t('flow.tryHint')}</small>
        <ToolButton icon="cross" label={t('action.close')} onClick={onClose} />
      </div>
      <div className="flow-settings">
        <div className="flow-setting">
          <span className="flow-setting-name">{t('flow.starter')}</span>
          <OptionSelect
            flowType="user"
            single
            aria-label={t('flow.starter')}
            value={trial.starterId ? [trial.starterId] : []}
            names={trial.names}
            onChange={([id = ''], names) => trial.setStarter(id, names)}
          />
        </div>
        <FlowForm
          items={model.form}
          values={trial.values}
          rights={model.process.start.rights}
          names={trial.names}
          onChange={trial.setValues}
        />
        <Choosing trial={trial} />
      </div>
      <div className="flow-way" aria-live="polite">
        {error && <p className="flow-problem">{error.message}</p>}
        {way && (
          <>
            <h3>{way.end === 'APPROVED' ? t('flow.wayThrough', { n: people.size }) : t('flow.wayRefused')}</h3>
            <ol className="flow-way-steps">
              <li className="flow-way-step">
                <span className="flow-number num">1</span>
                <b>{t('flow.start')}</b>
                <p>{starter}</p>
              </li>
              {way.steps.map((step, n) => (
                <WayStep key={`${step.step}${step.branch ?? ''}`} step={step} number={n + 2} />
              ))}
            </ol>
          </>
        )}
      </div>
    </aside>
  )
}

import { type CopyStep, type DelayStep, type FlowBranch, type FlowStep, PROCESS_LIMITS } from '@sluice/contract'
import { Input } from 'antd'
import { useEffect, useRef } from 'react'
import { useText } from '../../../../lib/text/text.ts'
import { Button } from '../../../../parts/button/button.tsx'
import { ToolButton } from '../../../../parts/button/tool-button.tsx'
import { CheckBox } from '../../../../parts/control/check-box.tsx'
import { DurationInput } from '../../../../parts/form/measure-inputs.tsx'
import { nodeOf, useDesigner } from '../designer.ts'
import { branchIn, isLocked, stepIn, withBranchChanged, withChanged } from '../flow-edit.ts'
import { END, START } from '../flow-walk.ts'
import { IconTool } from '../icon-tool.tsx'
import { ApprovalFields } from './approval-fields.tsx'
import { BranchFields } from './branch-fields.tsx'
import { Either, PanelField } from './panel-field.tsx'
import { ByTypeChoice } from './people-choice.tsx'
import { RightsFields } from './rights-fields.tsx'

function NameField({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  const { t } = useText()
  const { isFixed } = useDesigner()
  return (
    <PanelField name={t('flow.name')}>
      <Input
        aria-label={t('flow.name')}
        value={value}
        maxLength={40}
        disabled={isFixed}
        onChange={({ target }) => target.value.trim() !== '' && onChange(target.value)}
      />
    </PanelField>
  )
}

function CopyFields({ step, onChange }: { step: CopyStep; onChange: (change: Partial<CopyStep>) => void }) {
  const { t } = useText()
  const { isFixed } = useDesigner()
  const { users, roles, starterAdds } = step
  return (
    <>
      <ByTypeChoice
        name={t('flow.copyTo')}
        types={['user', 'role']}
        value={{ user: users, role: roles, dept: [] }}
        onChange={({ user, role }) => onChange({ users: user, roles: role })}
      />
      <CheckBox checked={starterAdds} disabled={isFixed} onChange={(checked) => onChange({ starterAdds: checked })}>
        {t('flow.starterAdds')}
      </CheckBox>
    </>
  )
}

function DelayFields({
  step,
  onChange,
}: {
  step: DelayStep
  onChange: (change: Partial<DelayStep>, about?: string) => void
}) {
  const { t } = useText()
  const { isFixed } = useDesigner()
  const { wait } = step
  const kind = 'until' in wait ? 'until' : 'minutes'
  return (
    <>
      <Either
        name={t('flow.wait')}
        value={kind}
        values={['minutes', 'until'] as const}
        text={(one) => t(`flow.wait.${one}`)}
        disabled={isFixed}
        onChange={(next) =>
          next !== kind && onChange({ wait: next === 'until' ? { until: '08:00' } : { minutes: 60 } })
        }
      />
      {'until' in wait ? (
        <PanelField name={t('flow.waitTime')}>
          <Input
            type="time"
            aria-label={t('flow.waitTime')}
            value={wait.until}
            disabled={isFixed}
            onChange={({ target }) =>
              /^\d\d:\d\d$/.test(target.value) && onChange({ wait: { until: target.value } }, 'wait')
            }
          />
        </PanelField>
      ) : (
        <PanelField name={t('flow.waitMinutes')}>
          <div role="group" aria-label={t('flow.waitMinutes')}>
            <DurationInput
              value={wait.minutes * 60}
              onChange={(seconds) => {
                if (isFixed || seconds === null) return
                const minutes = Math.min(PROCESS_LIMITS.delayMin, Math.max(1, Math.round(seconds / 60)))
                onChange({ wait: { minutes } }, 'wait')
              }}
            />
          </div>
        </PanelField>
      )}
    </>
  )
}

function StepFields({ step }: { step: FlowStep }) {
  const { t } = useText()
  const { changeSteps } = useDesigner()
  const change = (next: object, about?: string) =>
    changeSteps(
      (steps) => withChanged(steps, step.id, (one) => ({ ...one, ...next }) as FlowStep),
      about && `${step.id}.${about}`,
    )
  return (
    <>
      <NameField value={step.name} onChange={(name) => change({ name }, 'name')} />
      {step.kind === 'APPROVAL' && (
        <>
          <ApprovalFields step={step} onChange={change} />
          <h3 className="part-title">{t('flow.rights')}</h3>
          <RightsFields step={step.id} rights={step.rights} />
        </>
      )}
      {step.kind === 'COPY' && <CopyFields step={step} onChange={change} />}
      {step.kind === 'DELAY' && <DelayFields step={step} onChange={change} />}
      {step.kind === 'CHOICE' && <p className="hint">{t('flow.choiceHint')}</p>}
      {step.kind === 'PARALLEL' && <p className="hint">{t('flow.parallelHint')}</p>}
    </>
  )
}

function BranchPart({ branch }: { branch: FlowBranch }) {
  const { t } = useText()
  const { model, changeSteps } = useDesigner()
  const { fork } = branchIn(model.process.steps, branch.id)!
  const change = (next: Partial<FlowBranch>, about?: string) =>
    changeSteps(
      (steps) => withBranchChanged(steps, branch.id, (one) => ({ ...one, ...next })),
      about && `${branch.id}.${about}`,
    )
  const locked = isLocked(fork, branch.id)
  return (
    <>
      <NameField value={branch.name} onChange={(name) => change({ name }, 'name')} />
      {fork.kind === 'PARALLEL' && <p className="hint">{t('flow.parallelHint')}</p>}
      {locked && <p className="hint">{t('flow.otherwiseHint')}</p>}
      {fork.kind === 'CHOICE' && !locked && <BranchFields branch={branch} onChange={change} />}
      {locked && branch.groups.length > 0 && (
        <Button onClick={() => change({ groups: [] })}>{t('flow.clearConditions')}</Button>
      )}
    </>
  )
}

function StartFields() {
  const { t } = useText()
  const { model, change } = useDesigner()
  const { start } = model.process
  const { users, depts, roles } = start.starters
  return (
    <>
      <p className="hint">{t('flow.startHint')}</p>
      <ByTypeChoice
        name={t('flow.mayStartName')}
        value={{ user: users, role: roles, dept: depts }}
        onChange={({ user, role, dept }) =>
          change({
            ...model,
            process: { ...model.process, start: { ...start, starters: { users: user, roles: role, depts: dept } } },
          })
        }
      />
      <h3 className="part-title">{t('flow.rights')}</h3>
      <RightsFields step={null} rights={start.rights} />
    </>
  )
}

interface PanelProps {
  onClose: () => void
  /** The first setting takes the focus. */
  focused: boolean
  onRemove: (node: string) => void
}

/** The settings of the chosen node. */
export function NodePanel({ onClose, focused, onRemove }: PanelProps) {
  const { t } = useText()
  const { model, selected, problems, isFixed } = useDesigner()
  const panel = useRef<HTMLElement>(null)
  const { steps } = model.process
  useEffect(() => {
    if (focused) panel.current?.querySelector<HTMLElement>('.flow-settings :is(input, button)')?.focus()
  }, [focused, selected])
  if (selected === null || selected === END) return null
  const branch = branchIn(steps, selected)
  const step = stepIn(steps, selected)
  if (selected !== START && !branch && !step) return null
  const title = selected === START ? t('flow.start') : (branch?.branch.name ?? step?.name ?? '')
  const kind = branch
    ? t(`flow.branchOf.${branch.fork.kind}`)
    : step
      ? t(`flow.kind.${step.kind}`)
      : t('flow.kind.START')
  const wrong = problems.filter((problem) => nodeOf(problem) === selected)
  const canRemove = !isFixed && selected !== START && !(branch && isLocked(branch.fork, selected))
  return (
    <aside
      ref={panel}
      className="flow-panel"
      aria-label={title}
      onKeyDown={(event) => {
        // The first Escape closes the list that is open.
        const isListOpen = (event.target as Element).getAttribute('aria-expanded') === 'true'
        if (event.key === 'Escape' && !isListOpen) onClose()
      }}
    >
      <div className="flow-panel-head">
        <div className="grow">
          <h2 className="clip">{title}</h2>
          <small className="t3">{kind}</small>
        </div>
        {canRemove && <IconTool name="bin" label={t('flow.remove')} onClick={() => onRemove(selected)} />}
        <ToolButton icon="cross" label={t('action.close')} onClick={onClose} />
      </div>
      {wrong.map(({ problem }, n) => (
        <p key={`${problem}${n}`} className="flow-problem" role="alert">
          {t(`flow.problem.${problem}`)}
        </p>
      ))}
      <div className="flow-settings" key={selected}>
        {selected === START ? (
          <StartFields />
        ) : branch ? (
          <BranchPart branch={branch.branch} />
        ) : (
          step && <StepFields step={step} />
        )}
      </div>
    </aside>
  )
}

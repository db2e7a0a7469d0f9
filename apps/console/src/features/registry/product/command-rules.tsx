import { type ModelCommand, withoutCommand, withRequest } from '@sluice/contract'
import { byName, useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { Section } from '../../../parts/section/section.tsx'
import { replaced } from './model-draft.ts'
import { ChoiceCell, NumberCell, Problem, RemoveCell } from './rule-cells.tsx'
import { Requests } from './protocol/requests.tsx'
import { type CommandProps, RuleTable } from './rule-table.tsx'

const DANGERS = ['NONE', 'CONFIRM', 'DOUBLE'] as const
const NEW: ModelCommand = {
  code: 'READ',
  params: {},
  danger: 'NONE',
  absolute: true,
  target: null,
  repeatsOthers: false,
}

/** What proves a command, in words. */
function proofOf({ target }: ModelCommand, t: ReturnType<typeof useText>['t']): string {
  if (target === null) return t('productEdit.proofAnswer')
  if (target === 'REST') return t('productEdit.proofRest')
  if ('opening' in target) return t('productEdit.proofAt', { n: target.opening })
  return t('productEdit.proofParam')
}

/** The commands of a model: how dangerous they are, what proves them, and what is sent. */
export function CommandRules({ model, problems, readOnly, onChange }: CommandProps) {
  const { t } = useText()
  const { commands } = model
  const set = (n: number, command: ModelCommand) => {
    onChange(withRequest({ ...model, commands: replaced(commands, n, command) }, command.code))
  }
  const codes = ['OPEN', 'CLOSE', 'STOP', 'SET_OPENING', 'READ']
  const free = codes.find((code) => !commands.some((command) => command.code === code))
  const added = free && preset(free)
  return (
    <Section title={t('product.commands')} label={t('product.commands')}>
      <RuleTable
        title={t('productEdit.commandList')}
        count={commands.length}
        columns={[
          t('productEdit.command'),
          t('productEdit.danger'),
          t('productEdit.proof'),
          t('productEdit.ackTimeout'),
        ]}
        hint={t('product.noCommands')}
        add={
          !readOnly &&
          added && (
            <Button kind="link" icon="plus" onClick={() => set(commands.length, added)}>
              {t('productEdit.addCommand', { name: byName(`command.${added.code}`) })}
            </Button>
          )
        }
      >
        {commands.map((command, n) => (
          <tr key={command.code}>
            <td>
              {byName(`command.${command.code}`, command.code)} <small className="mono t3">{command.code}</small>
              <Problem reason={problems[`commands.${n}.code`] ?? problems[`commands.${n}.target`]} />
            </td>
            <td>
              <ChoiceCell
                label={t('productEdit.danger')}
                value={command.danger}
                options={DANGERS.map((value) => ({ value, label: t(`productEdit.danger.${value}`) }))}
                readOnly={readOnly}
                onChange={(next) => set(n, { ...command, danger: next as ModelCommand['danger'] })}
              />
            </td>
            <td>{proofOf(command, t)}</td>
            <td className="narrow">
              <NumberCell
                label={t('productEdit.ackTimeout')}
                value={command.ackTimeoutS}
                readOnly={readOnly}
                onChange={(next) => set(n, withTimeout(command, next))}
              />
            </td>
            <RemoveCell
              label={t('productEdit.remove', { name: command.code })}
              readOnly={readOnly}
              onClick={() => onChange(withoutCommand(model, command.code))}
            />
          </tr>
        ))}
      </RuleTable>
      <Requests model={model} problems={problems} readOnly={readOnly} onChange={onChange} />
    </Section>
  )
}

/** Whole seconds; none: as long as its carrier waits. */
function withTimeout(command: ModelCommand, seconds: number | undefined): ModelCommand {
  const { ackTimeoutS: _before, ...rest } = command
  const whole = seconds === undefined ? 0 : Math.min(3600, Math.round(seconds))
  return whole < 1 ? rest : { ...rest, ackTimeoutS: whole }
}

/** The usual form of a command. */
function preset(code: string): ModelCommand {
  if (code === 'READ') return NEW
  if (code === 'STOP') return { ...NEW, code, target: 'REST' }
  if (code === 'SET_OPENING') {
    const opening = { kind: 'integer', required: true, min: 0, max: 100, unit: '%' } as const
    return { ...NEW, code, danger: 'CONFIRM', params: { opening }, target: { openingParam: 'opening' } }
  }
  return { ...NEW, code, danger: 'CONFIRM', target: { opening: code === 'OPEN' ? 100 : 0 } }
}

import {
  type CommandWithRequest,
  copiedCommand,
  inLanguage,
  type ModelCommand,
  ownRequestOf,
  type ProductModel,
  withCommand,
  withMovedCommand,
  withoutCommand,
  withRequest,
} from '@sluice/contract'
import { useState } from 'react'
import { byName, currentLanguage, t, useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { ToolButton } from '../../../parts/button/tool-button.tsx'
import { Section } from '../../../parts/section/section.tsx'
import { CommandForm, DANGERS } from './command/command-form.tsx'
import { replaced } from './draft/model-draft.ts'
import { metricChoices, type MetricLookup, type Vocabulary } from './draft/model-words.ts'
import { ChoiceCell, NumberCell, Problem } from './rule-cells.tsx'
import { Requests } from './protocol/requests.tsx'
import { type CommandProps, RuleTable } from './rule-table.tsx'

const NEW: ModelCommand = {
  code: 'READ',
  params: {},
  danger: 'NONE',
  absolute: true,
  target: null,
  repeatsOthers: false,
}

/** What proves a command, in words. */
function proofOf({ target }: ModelCommand, model: ProductModel): string {
  if (target === null) return t('productEdit.proofAnswer')
  if (target === 'REST') return t('productEdit.proofRest')
  if ('opening' in target) return t('productEdit.proofAt', { n: target.opening })
  if ('metric' in target) {
    const own = model.metrics?.find(({ key }) => key === target.metric)?.name
    const named = own ? inLanguage(own, currentLanguage()) : byName(`metric.${target.metric}`, target.metric)
    return 'equals' in target
      ? t('productEdit.proofEquals', { metric: named, value: String(target.equals) })
      : t('productEdit.proofNear', { metric: named, n: target.tolerance ?? 0 })
  }
  return t('productEdit.proofParam')
}

interface Props extends CommandProps {
  metricOf: MetricLookup
  vocabulary: Vocabulary
}

/** The command whose form is open, and its place in the list; past the end for a new one. */
interface Edited {
  at: number
  begins: CommandWithRequest | null
}

/** The commands of a model: how dangerous they are, what proves them, and what is sent. */
export function CommandRules({ model, metricOf, vocabulary, problems, readOnly, onChange }: Props) {
  useText()
  const { commands } = model
  const [edited, setEdited] = useState<Edited | null>(null)
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
          !readOnly && (
            <span className="row rule-adds">
              {added && (
                <Button kind="link" icon="plus" onClick={() => set(commands.length, added)}>
                  {t('productEdit.addCommand', { name: byName(`command.${added.code}`) })}
                </Button>
              )}
              <Button kind="link" icon="plus" onClick={() => setEdited({ at: commands.length, begins: null })}>
                {t('productEdit.ownCommand')}
              </Button>
            </span>
          )
        }
      >
        {commands.map((command, n) => (
          <tr key={command.code}>
            <td>
              {nameOf(command)} <small className="mono t3">{command.code}</small>
              <Problem
                reason={problems[`commands.${n}.code`] ?? problems[`commands.${n}.target`] ?? paramProblem(problems, n)}
              />
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
            <td>{proofOf(command, model)}</td>
            <td className="narrow">
              <NumberCell
                label={t('productEdit.ackTimeout')}
                value={command.ackTimeoutS}
                readOnly={readOnly}
                onChange={(next) => set(n, withTimeout(command, next))}
              />
            </td>
            <td className="rule-tools">
              {!readOnly && (
                <div className="row tight">
                  <CommandTools
                    model={model}
                    at={n}
                    onChange={onChange}
                    onEdit={() => setEdited({ at: n, begins: { command, request: ownRequestOf(model, command.code) } })}
                    onCopy={() => setEdited({ at: commands.length, begins: copiedCommand(model, n) ?? null })}
                  />
                </div>
              )}
            </td>
          </tr>
        ))}
      </RuleTable>
      <Requests model={model} problems={problems} readOnly={readOnly} onChange={onChange} />
      {edited && (
        <CommandForm
          model={model}
          at={edited.at}
          begins={edited.begins}
          metricOf={metricOf}
          choices={metricChoices(model, vocabulary)}
          onClose={() => setEdited(null)}
          onSave={(next) => {
            onChange(withCommand(model, edited.at, next))
            setEdited(null)
          }}
        />
      )}
    </Section>
  )
}

const nameOf = ({ name, code }: ModelCommand) =>
  name ? inLanguage(name, currentLanguage()) : byName(`command.${code}`, code)

/** The first thing that is wrong with the parameters of a command. */
function paramProblem(problems: CommandProps['problems'], n: number): string | undefined {
  return Object.entries(problems).find(([path]) => path.startsWith(`commands.${n}.params.`))?.[1]
}

interface ToolsProps {
  model: ProductModel
  at: number
  onChange: (model: ProductModel) => void
  onEdit: () => void
  onCopy: () => void
}

/** What can be done with one command of a draft. */
function CommandTools({ model, at, onChange, onEdit, onCopy }: ToolsProps) {
  const command = model.commands[at]
  if (!command) return null
  const name = nameOf(command)
  const last = model.commands.length - 1
  const move = (to: number) => onChange(withMovedCommand(model, at, to))
  return (
    <>
      <ToolButton
        icon="up"
        label={t('productEdit.moveUp', { name })}
        disabled={at === 0}
        onClick={() => move(at - 1)}
      />
      <ToolButton
        icon="down"
        label={t('productEdit.moveDown', { name })}
        disabled={at === last}
        onClick={() => move(at + 1)}
      />
      <ToolButton icon="pencil" label={t('productEdit.editMetric', { name })} onClick={onEdit} />
      <ToolButton icon="copy" label={t('productEdit.copyCommand', { name })} onClick={onCopy} />
      <ToolButton
        icon="cross"
        label={t('productEdit.remove', { name })}
        onClick={() => onChange(withoutCommand(model, command.code))}
      />
    </>
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

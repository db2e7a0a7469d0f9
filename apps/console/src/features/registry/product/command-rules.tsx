import {
  type CommandMap,
  DEFAULT_COMMAND_MAP,
  type ModelCommand,
  type ProductModel,
  type RpcCommand,
} from '@sluice/contract'
import { byName, useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { Section } from '../../../parts/section/section.tsx'
import { replaced } from './model-draft.ts'
import { ChoiceCell, NumberCell, Problem, RemoveCell, TextCell } from './rule-cells.tsx'
import { RuleTable } from './rule-table.tsx'

interface Props {
  model: ProductModel
  problems: Readonly<Record<string, string>>
  readOnly: boolean
  onChange: (model: ProductModel) => void
}

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

/** The requests that commands of this protocol are sent by. */
function withRequest({ downlinks, protocol }: ProductModel, code: string): ProductModel['downlinks'] {
  if (protocol === 'TB_MQTT') return downlinks ?? { protocol, map: DEFAULT_COMMAND_MAP }
  if (protocol !== 'SL651') return downlinks
  const requests = downlinks?.protocol === 'SL651' ? downlinks.requests : []
  if (requests.some((request) => request.code === code)) return { protocol, requests }
  return { protocol, requests: [...requests, { code, func: '37' }] }
}

/** The model without a command, and without its request. */
function withoutCommand(model: ProductModel, code: string): ProductModel {
  const commands = model.commands.filter((command) => command.code !== code)
  const { downlinks } = model
  if (commands.length === 0) return { ...model, commands, downlinks: null }
  if (downlinks?.protocol !== 'SL651') return { ...model, commands }
  return {
    ...model,
    commands,
    downlinks: { ...downlinks, requests: downlinks.requests.filter((one) => one.code !== code) },
  }
}

/** The commands of a model: how dangerous they are, what proves them, and what is sent. */
export function CommandRules({ model, problems, readOnly, onChange }: Props) {
  const { t } = useText()
  const { commands } = model
  const set = (n: number, command: ModelCommand) => {
    const next = { ...model, commands: replaced(commands, n, command) }
    onChange({ ...next, downlinks: withRequest(next, command.code) })
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

function Requests({ model, problems, readOnly, onChange }: Props) {
  const { downlinks } = model
  if (downlinks?.protocol === 'TB_MQTT') {
    const { map } = downlinks
    return (
      <RpcRequests
        map={map}
        codes={model.commands.map(({ code }) => code as RpcCommand)}
        problems={problems}
        readOnly={readOnly}
        onChange={(next) => onChange({ ...model, downlinks: { protocol: 'TB_MQTT', map: next } })}
      />
    )
  }
  if (downlinks?.protocol !== 'SL651' || downlinks.requests.length === 0) return null
  return <Sl651Requests {...{ model, downlinks, readOnly, onChange }} />
}

type Sl651Downlinks = Extract<ProductModel['downlinks'], { protocol: 'SL651' }>

function Sl651Requests({
  model,
  downlinks,
  readOnly,
  onChange,
}: Pick<Props, 'model' | 'readOnly' | 'onChange'> & { downlinks: Sl651Downlinks }) {
  const { t } = useText()
  const { requests } = downlinks
  const set = (n: number, request: Sl651Downlinks['requests'][number]) =>
    onChange({ ...model, downlinks: { ...downlinks, requests: replaced(requests, n, request) } })
  const effects = [
    { value: '', label: t('productEdit.noBit') },
    { value: 'on', label: t('productEdit.bitOn') },
    { value: 'off', label: t('productEdit.bitOff') },
  ]
  return (
    <RuleTable
      title={t('productEdit.requests')}
      count={requests.length}
      columns={[t('productEdit.command'), t('productEdit.func'), t('productEdit.effect')]}
      hint=""
      add={null}
    >
      {requests.map((request, n) => (
        <tr key={request.code}>
          <td className="mono">{request.code}</td>
          <td className="narrow">
            <TextCell
              label={t('productEdit.func')}
              value={request.func}
              maxLength={2}
              readOnly={readOnly || 'on' in request}
              onChange={(func) =>
                /^[0-9A-F]{2}$/i.test(func) && set(n, { code: request.code, func: func.toUpperCase() })
              }
            />
          </td>
          <td>
            <ChoiceCell
              label={t('productEdit.effect')}
              value={'on' in request ? (request.on ? 'on' : 'off') : ''}
              options={effects}
              readOnly={readOnly}
              onChange={(next) =>
                set(
                  n,
                  next === ''
                    ? { code: request.code, func: '37' }
                    : { code: request.code, func: '4D', on: next === 'on' },
                )
              }
            />
          </td>
          <td aria-hidden />
        </tr>
      ))}
    </RuleTable>
  )
}

interface RpcProps {
  map: CommandMap
  codes: readonly RpcCommand[]
  problems: Readonly<Record<string, string>>
  readOnly: boolean
  onChange: (map: CommandMap) => void
}

function RpcRequests({ map, codes, problems, readOnly, onChange }: RpcProps) {
  const { t } = useText()
  const set = (code: RpcCommand, request: CommandMap['commands'][RpcCommand]) =>
    onChange({ ...map, commands: { ...map.commands, [code]: request } })
  return (
    <RuleTable
      title={t('productEdit.requests')}
      count={codes.length}
      columns={[t('productEdit.command'), t('commandMap.method'), t('commandMap.params')]}
      hint=""
      add={null}
    >
      {codes.map((code) => {
        const request = map.commands[code]
        if (!request) return null
        return (
          <tr key={code}>
            <td className="mono">{code}</td>
            <td>
              <TextCell
                label={t('commandMap.method')}
                value={request.method}
                readOnly={readOnly}
                onChange={(method) => method.trim() !== '' && set(code, { ...request, method: method.trim() })}
              />
            </td>
            <td>
              <TextCell
                label={t('commandMap.params')}
                value={request.params}
                maxLength={500}
                problem={problems[`downlinks.map.commands.${code}.params`]}
                readOnly={readOnly}
                onChange={(params) => params.trim() !== '' && set(code, { ...request, params: params.trim() })}
              />
            </td>
            <td aria-hidden />
          </tr>
        )
      })}
    </RuleTable>
  )
}

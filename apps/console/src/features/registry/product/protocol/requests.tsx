import type { CommandMap, ProductModel, RpcCommand } from '@sluice/contract'
import { useText } from '../../../../lib/text/text.ts'
import { replaced } from '../model-draft.ts'
import { ChoiceCell, TextCell } from '../rule-cells.tsx'
import { type CommandProps, RuleTable } from '../rule-table.tsx'

/** What is sent for each command of a model, in the words of its protocol. */
export function Requests({ model, problems, readOnly, onChange }: CommandProps) {
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
}: Pick<CommandProps, 'model' | 'readOnly' | 'onChange'> & { downlinks: Sl651Downlinks }) {
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

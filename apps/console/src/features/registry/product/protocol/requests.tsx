import type { ProductModel, RpcTemplate, TbDownlinks } from '@sluice/contract'
import { useText } from '../../../../lib/text/text.ts'
import { replaced } from '../draft/model-draft.ts'
import { ChoiceCell, TextCell } from '../rule-cells.tsx'
import { type CommandProps, RuleTable } from '../rule-table.tsx'

/** What is sent for each command of a model, in the words of its protocol. */
export function Requests({ model, problems, readOnly, onChange }: CommandProps) {
  const { downlinks } = model
  if (downlinks?.protocol === 'TB_MQTT') {
    return (
      <RpcRequests
        downlinks={downlinks}
        codes={model.commands.map(({ code }) => code)}
        problems={problems}
        readOnly={readOnly}
        onChange={(next) => onChange({ ...model, downlinks: next })}
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
  downlinks: TbDownlinks
  codes: readonly string[]
  problems: Readonly<Record<string, string>>
  readOnly: boolean
  onChange: (downlinks: TbDownlinks) => void
}

interface RpcRow {
  code: string
  request: RpcTemplate
  /** Where the server says what is wrong with it. */
  path: string
  set(request: RpcTemplate): void
}

/** The requests of the map, then those of the model's own commands. */
function rowsOf({ downlinks, codes, onChange }: RpcProps): RpcRow[] {
  const { map, requests = [] } = downlinks
  const mapped: Readonly<Record<string, RpcTemplate | null>> = map.commands
  const ofMap = codes.flatMap((code): RpcRow[] => {
    const request = mapped[code]
    if (!request || requests.some((own) => own.code === code)) return []
    const set = (next: RpcTemplate) =>
      onChange({ ...downlinks, map: { ...map, commands: { ...map.commands, [code]: next } } })
    return [{ code, request, path: `downlinks.map.commands.${code}.params`, set }]
  })
  const own = requests.map(({ code, ...request }, n): RpcRow => {
    const set = (next: RpcTemplate) => onChange({ ...downlinks, requests: replaced(requests, n, { code, ...next }) })
    return { code, request, path: `downlinks.requests.${n}.params`, set }
  })
  return [...ofMap, ...own]
}

function RpcRequests(props: RpcProps) {
  const { codes, problems, readOnly } = props
  const { t } = useText()
  return (
    <RuleTable
      title={t('productEdit.requests')}
      count={codes.length}
      columns={[t('productEdit.command'), t('commandMap.method'), t('commandMap.params')]}
      hint=""
      add={null}
    >
      {rowsOf(props).map(({ code, request, path, set }) => (
        <tr key={code}>
          <td className="mono">{code}</td>
          <td>
            <TextCell
              label={t('commandMap.method')}
              value={request.method}
              readOnly={readOnly}
              onChange={(method) => method.trim() !== '' && set({ ...request, method: method.trim() })}
            />
          </td>
          <td>
            <TextCell
              label={t('commandMap.params')}
              value={request.params}
              maxLength={500}
              problem={problems[path]}
              readOnly={readOnly}
              onChange={(params) => params.trim() !== '' && set({ ...request, params: params.trim() })}
            />
          </td>
          <td aria-hidden />
        </tr>
      ))}
    </RuleTable>
  )
}

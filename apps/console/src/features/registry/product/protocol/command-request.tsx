import { type ModelCommand, type ProductModel, type RpcTemplate, rpcOfRequest } from '@sluice/contract'
import { Input } from 'antd'
import { useText } from '../../../../lib/text/text.ts'
import { Button } from '../../../../parts/button/button.tsx'
import { FormField, type Refusals } from '../command/form-field.tsx'
import { withMark } from '../command/typed-command.ts'
import '../map/command-map.css'

/** Whether requests of such a model are methods with a template, and so carry parameters. */
export const sendsRpc = ({ protocol }: Pick<ProductModel, 'protocol'>): boolean => protocol === 'TB_MQTT'

interface Props extends Refusals {
  request: RpcTemplate
  /** Of the command, as they would be stored. */
  params: ModelCommand['params']
  onChange: (request: RpcTemplate) => void
}

/** What is sent for a command: a method, and a template into which its parameters are put. */
export function CommandRequest({ request, params, onChange, ...refusals }: Props) {
  const { t } = useText()
  const { method, params: template } = request
  const example = exampleOf(request, params)
  return (
    <section aria-label={t('productEdit.request')} className="command-part">
      <h3 className="part-title">{t('productEdit.request')}</h3>
      <FormField field="method" label={t('commandMap.method')} {...refusals}>
        <Input
          className="mono"
          aria-label={t('commandMap.method')}
          value={method}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange({ ...request, method: event.target.value })}
        />
      </FormField>
      <FormField field="template" label={t('commandMap.params')} {...refusals}>
        <Input.TextArea
          className="mono"
          aria-label={t('commandMap.params')}
          value={template}
          maxLength={500}
          autoSize={{ minRows: 2, maxRows: 6 }}
          spellCheck={false}
          onChange={(event) => onChange({ ...request, params: event.target.value })}
        />
      </FormField>
      {Object.keys(params).length > 0 && (
        <div className="row command-marks">
          <small className="t3">{t('productEdit.insert')}</small>
          {Object.keys(params).map((name) => (
            <Button
              key={name}
              disabled={template.includes(`{{${name}}}`)}
              onClick={() => onChange({ ...request, params: withMark(template, name) })}
            >
              {`{{${name}}}`}
            </Button>
          ))}
        </div>
      )}
      {example !== null && (
        <>
          <small className="t3">{t('commandMap.leaves')}</small>
          <code className="mono rpc-example">{example}</code>
        </>
      )}
    </section>
  )
}

/** The request with a value for each parameter; null while it cannot be built. */
function exampleOf(request: RpcTemplate, params: ModelCommand['params']): string | null {
  const given = Object.entries(params).map(([name, field]) => [name, sampleOf(field)] as const)
  try {
    return JSON.stringify(rpcOfRequest({ code: 'A', ...request }, Object.fromEntries(given)))
  } catch {
    return null
  }
}

function sampleOf(field: ModelCommand['params'][string]): number | boolean | string {
  if (field.kind === 'boolean') return true
  if (field.kind === 'text') return 'abc'
  if (field.kind === 'enum') return field.values[0] ?? ''
  return field.max ?? field.min ?? 1
}

import {
  type CommandMap,
  commandMapProblems,
  DEFAULT_COMMAND_MAP,
  FULL_SCALES,
  OPENING_MARK,
  type RpcCommand,
  saveCommandMap,
} from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Form, type FormInstance, Input, Segmented, Switch } from 'antd'
import { useState } from 'react'
import { call } from '../../../../lib/api/api.ts'
import { CallFailure } from '../../../../lib/api/api-outcome.ts'
import { ask } from '../../../../lib/page/ask.ts'
import { forgetRows } from '../../../../lib/api/query.ts'
import { byName, useText } from '../../../../lib/text/text.ts'
import { toast } from '../../../../lib/page/toast.ts'
import { Button } from '../../../../parts/button/button.tsx'
import { requiredText } from '../../../../parts/form/form-rules.ts'
import { requiredMark } from '../../../../parts/form/required-mark.tsx'
import { ViewDrawer } from '../../../../parts/overlay/view-drawer.tsx'
import { CommandName, mapIn, mappedCodes, RpcExample, type MappedProduct } from './command-map-list.tsx'
import { EXAMPLE_OPENING, keptOf, mapOf, type TypedMap, typedOf } from './command-map-values.ts'
import './command-map.css'

const typedIn = (form: FormInstance<TypedMap>) => form.getFieldsValue(true) as TypedMap

function CommandFields({ code, map, form }: { code: RpcCommand; map: CommandMap; form: FormInstance<TypedMap> }) {
  const { t } = useText()
  const name = (field: string) => ['commands', code, field]
  const method = t('commandMap.method')
  const params = t('commandMap.params')
  return (
    <fieldset className="rpc-fields">
      <legend className="sr-only">{t(`command.${code}`)}</legend>
      <div className="row between rpc-fields-head">
        <CommandName code={code} />
        <Form.Item name={name('understood')} valuePropName="checked" noStyle>
          <Switch aria-label={t('commandMap.understood', { command: t(`command.${code}`) })} />
        </Form.Item>
      </div>
      {map.commands[code] === null ? (
        <p className="hint">{t('commandMap.absent')}</p>
      ) : (
        <>
          <div className="form-grid two">
            <Form.Item
              name={name('method')}
              label={method}
              validateTrigger="onBlur"
              rules={[{ required: true, whitespace: true, message: requiredText(method, 'blur') }]}
            >
              <Input className="mono" maxLength={64} autoComplete="off" spellCheck={false} />
            </Form.Item>
            <Form.Item
              name={name('params')}
              label={params}
              dependencies={['fullScale']}
              validateTrigger="onBlur"
              rules={[
                { required: true, whitespace: true, message: requiredText(params, 'blur') },
                {
                  validator: (_rule, typed: string) => {
                    const reason = commandMapProblems(mapOf(typedIn(form)))[`commands.${code}.params`]
                    // The error of an empty field is shown above.
                    return reason && typed.trim()
                      ? Promise.reject(new Error(byName(`reason.${reason}`)))
                      : Promise.resolve()
                  },
                },
              ]}
            >
              <Input className="mono" maxLength={500} autoComplete="off" spellCheck={false} />
            </Form.Item>
          </div>
          <RpcExample
            map={map}
            code={code}
            caption={t(code === 'SET_OPENING' ? 'commandMap.leavesAt' : 'commandMap.leaves', { n: EXAMPLE_OPENING })}
          />
        </>
      )}
    </fieldset>
  )
}

function useSave(product: MappedProduct, onClose: () => void) {
  const { t } = useText()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const save = async (map: CommandMap) => {
    setBusy(true)
    try {
      await call(saveCommandMap, { id: product.id, version: product.version, commandMap: keptOf(map) })
      toast('success', t('done.update'))
      // The commands of devices are fetched again, too.
      await Promise.all(['product', 'device', 'valveSlave'].map((resource) => forgetRows(client, resource)))
      onClose()
    } catch (error) {
      // The failure is shown as a toast: the fields have passed the same rules here.
      if (!(error instanceof CallFailure)) throw error
    } finally {
      setBusy(false)
    }
  }
  return { busy, save }
}

/** How a product's firmware expects its commands. Shows the resulting payload while the user types. */
export function CommandMapForm({ product, onClose }: { product: MappedProduct; onClose: () => void }) {
  const { t } = useText()
  const [form] = Form.useForm<TypedMap>()
  const initial = typedOf(mapIn(product))
  const [map, setMap] = useState(() => mapOf(initial))
  const { busy, save } = useSave(product, onClose)

  const leave = async () => {
    const changed = JSON.stringify(map) !== JSON.stringify(mapOf(initial))
    const words = { title: t('ask.title'), text: t('form.leave'), confirm: t('form.discard'), cancel: t('form.stay') }
    if (!changed || (await ask(words))) onClose()
  }

  return (
    <ViewDrawer
      width={560}
      title={`${product.name} · ${t('product.commandMap')}`}
      onClose={() => void leave()}
      footer={
        <div className="form-footer">
          <Button
            className="map-reset"
            onClick={() => {
              form.setFieldsValue(typedOf(DEFAULT_COMMAND_MAP))
              setMap(DEFAULT_COMMAND_MAP)
            }}
          >
            {t('commandMap.reset')}
          </Button>
          <Button onClick={() => void leave()}>{t('action.cancel')}</Button>
          <Button type="submit" form="command-map" kind="theme" busy={busy}>
            {t(busy ? 'state.saving' : 'action.confirm')}
          </Button>
        </div>
      }
    >
      <p className="hint">{t('commandMap.effect', { n: product.deviceCount })}</p>
      <Form
        id="command-map"
        name="command-map"
        form={form}
        layout="vertical"
        requiredMark={requiredMark}
        initialValues={initial}
        scrollToFirstError={{ focus: true, block: 'center' }}
        onValuesChange={() => setMap(mapOf(typedIn(form)))}
        onFinish={() => void save(map)}
      >
        <Form.Item
          name="fullScale"
          label={t('commandMap.scale')}
          extra={t('commandMap.scaleHint', { mark: OPENING_MARK })}
        >
          <Segmented options={[...FULL_SCALES]} />
        </Form.Item>
        {mappedCodes(product).map((code) => (
          <CommandFields key={code} code={code} map={map} form={form} />
        ))}
      </Form>
    </ViewDrawer>
  )
}

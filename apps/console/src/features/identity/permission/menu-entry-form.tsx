import { EXTERNAL_ADDRESS, insertMenuEntry, RESOURCE_TYPES, type ResourceNode, updateMenuEntry } from '@sluice/contract'
import { AutoComplete, Form, type FormInstance, Input, InputNumber, Segmented, Switch } from 'antd'
import { useState } from 'react'
import { call } from '../../../lib/api/api.ts'
import { CallFailure } from '../../../lib/api/api-outcome.ts'
import { byName, t, useText } from '../../../lib/text/text.ts'
import { toast } from '../../../lib/page/toast.ts'
import { requiredText } from '../../../parts/form/form-rules.ts'
import { refusedFields } from '../../../parts/form/refused-fields.ts'
import { requiredMark } from '../../../parts/form/required-mark.tsx'
import { IconChoice } from '../../../parts/icon/icon-choice.tsx'
import { SideDialog } from '../../../parts/overlay/side-dialog.tsx'
import { changedEntry, type EntryValues, flatEntries, parentsOf, valuesOf } from './menu-entry-values.ts'
import { TreeSelect } from '../../../parts/control/select.tsx'

const { MENU, BUTTON } = RESOURCE_TYPES

interface MenuEntryFormProps {
  nodes: readonly ResourceNode[]
  /** The entry to edit; null creates a new one below `parent`. */
  entry: ResourceNode | null
  parent: ResourceNode | null
  onClose: () => void
  onSaved: () => void
}

const demand = (label: string, trigger: 'blur' | 'change' = 'blur') => ({
  required: true,
  whitespace: true,
  message: requiredText(label, trigger),
})

function AddressFields({ form, locked, components }: { form: FormInstance; locked: boolean; components: string[] }) {
  useText()
  const external = Form.useWatch('external', form) as boolean | undefined
  const type = Form.useWatch('type', form) as EntryValues['type'] | undefined
  if (type === BUTTON) {
    return (
      <Form.Item name="permission" label={t('resource.permission')} required rules={[demand(t('resource.permission'))]}>
        <Input disabled={locked} maxLength={60} placeholder="area:action" />
      </Form.Item>
    )
  }
  return (
    <>
      {type === MENU && (
        <Form.Item
          name="external"
          label={t('resource.external')}
          valuePropName="checked"
          extra={t('hint.resource.external')}
        >
          <Switch disabled={locked} />
        </Form.Item>
      )}
      <Form.Item
        name="routePath"
        label={t(external ? 'resource.address' : 'resource.routePath')}
        required
        validateTrigger="onBlur"
        rules={[
          demand(t(external ? 'resource.address' : 'resource.routePath')),
          {
            // MR-7, SEC-7; the server checks it again.
            validator: (_rule, value: string | undefined) =>
              external && value && !EXTERNAL_ADDRESS.test(value)
                ? Promise.reject(new Error(t('rule.resource.address')))
                : Promise.resolve(),
          },
        ]}
      >
        <Input disabled={locked} maxLength={300} placeholder={external ? 'https://' : ''} />
      </Form.Item>
      {type === MENU && !external && (
        <>
          <Form.Item
            name="component"
            label={t('resource.component')}
            required
            rules={[demand(t('resource.component'), 'change')]}
          >
            <AutoComplete
              disabled={locked}
              options={components.map((value) => ({ value }))}
              showSearch={{ filterOption: (typed, option) => String(option?.value).includes(typed) }}
            />
          </Form.Item>
          <Form.Item name="permission" label={t('resource.permission')} extra={t('hint.resource.permission')}>
            <Input disabled={locked} maxLength={60} placeholder="area:action" />
          </Form.Item>
        </>
      )}
    </>
  )
}

/** AD-6: a folder, a screen or a button; of a built-in one only texts, place and state can be changed. */
export function MenuEntryForm({ nodes, entry, parent, onClose, onSaved }: MenuEntryFormProps) {
  useText()
  const [form] = Form.useForm<EntryValues>()
  const [busy, setBusy] = useState(false)
  const type = Form.useWatch('type', form) ?? valuesOf(entry, parent).type
  const locked = entry?.builtin ?? false
  const all = flatEntries(nodes)
  const components = [...new Set(all.flatMap((one) => (one.type === MENU && one.component) || []))]

  const save = async () => {
    let values: EntryValues
    try {
      values = await form.validateFields()
    } catch {
      // The failure is shown at the fields.
      return
    }
    setBusy(true)
    try {
      if (entry) await call(updateMenuEntry, { id: entry.id, ...changedEntry(valuesOf(entry, null), values) })
      else await call(insertMenuEntry, values)
      toast('success', t(entry ? 'done.update' : 'done.add'))
      onSaved()
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      refusedFields(form, error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <SideDialog
      title={t(entry ? 'form.editTitle' : 'form.addTitle', { name: byName('one.resource') })}
      width={560}
      busy={busy}
      onConfirm={() => void save()}
      onClose={onClose}
    >
      {locked && <p className="hint">{t('resource.builtinHint')}</p>}
      <Form
        form={form}
        layout="vertical"
        requiredMark={requiredMark}
        initialValues={valuesOf(entry, parent)}
        scrollToFirstError
      >
        <Form.Item name="type" label={t('resource.type')}>
          <Segmented
            disabled={entry !== null}
            options={Object.values(RESOURCE_TYPES).map((value) => ({ value, label: t(`enum.resourceType.${value}`) }))}
          />
        </Form.Item>
        <Form.Item name="parentId" label={t('resource.parentId')}>
          <TreeSelect
            disabled={locked}
            allowClear={type !== BUTTON}
            showSearch
            treeNodeFilterProp="title"
            treeData={parentsOf(nodes, type, entry?.id ?? null)}
            treeDefaultExpandAll
            placeholder={t('resource.top')}
          />
        </Form.Item>
        <Form.Item name="title" label={t('resource.title')} required rules={[demand(t('resource.title'))]}>
          <Input maxLength={50} />
        </Form.Item>
        <AddressFields form={form} locked={locked} components={components} />
        {type !== BUTTON && (
          <Form.Item name="icon" label={t('resource.icon')}>
            <IconChoice />
          </Form.Item>
        )}
        <div className="form-grid two">
          <Form.Item name="sort" label={t('resource.sort')}>
            <InputNumber min={0} max={9999} precision={0} controls={false} />
          </Form.Item>
          <Form.Item name="status" label={t('resource.status')}>
            <Segmented
              options={(['NORMAL', 'DISABLED'] as const).map((value) => ({ value, label: t(`enum.status.${value}`) }))}
            />
          </Form.Item>
          {type !== BUTTON && (
            <Form.Item name="hidden" label={t('resource.hidden')} valuePropName="checked">
              <Switch />
            </Form.Item>
          )}
          {type === MENU && (
            <Form.Item
              name="cache"
              label={t('resource.cache')}
              valuePropName="checked"
              extra={t('hint.resource.cache')}
            >
              <Switch />
            </Form.Item>
          )}
        </div>
      </Form>
    </SideDialog>
  )
}

import { type DeviceAttribute, deviceAttributes, type OutputOf, saveSharedAttributes } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Form, Input, Table } from 'antd'
import { usePermission } from '../../lib/access/access.tsx'
import { answerKey, useAnswer } from '../../lib/api/answer.ts'
import { call } from '../../lib/api/api.ts'
import { ask } from '../../lib/page/ask.ts'
import { showTime } from '../../lib/time/clock.ts'
import { useMutation } from '../../lib/api/mutation.ts'
import { useText } from '../../lib/text/text.ts'
import { toast } from '../../lib/page/toast.ts'
import { Button } from '../../parts/button/button.tsx'
import { EmptyState } from '../../parts/fetched/empty-state.tsx'
import { Fetched } from '../../parts/fetched/fetched.tsx'
import { attributeText, attributeValue } from './attribute-values.ts'
import { Card } from '../../parts/section/section.tsx'

type Attributes = OutputOf<typeof deviceAttributes>

interface Typed {
  key: string
  value: string
}

interface ListProps {
  title: string
  hint: string
  list: readonly DeviceAttribute[]
  /** The actions of an attribute; none when left out. */
  marks?: { edit(attribute: DeviceAttribute): void; remove(attribute: DeviceAttribute): void }
  busy?: boolean
}

function AttributeList({ title, hint, list, marks, busy = false }: ListProps) {
  const { t } = useText()
  const actions = marks && {
    key: 'actions',
    title: t('list.actions'),
    render: (_value: unknown, row: DeviceAttribute) => (
      <span className="connection-buttons">
        <Button disabled={busy} onClick={() => marks.edit(row)}>
          {t('action.edit')}
        </Button>
        <Button disabled={busy} onClick={() => marks.remove(row)}>
          {t('action.delete')}
        </Button>
      </span>
    ),
  }
  return (
    <section className="card list" aria-label={title}>
      <div className="list-head">
        <h2 className="part-title">{title}</h2>
        <span className="hint">{hint}</span>
      </div>
      <Table<DeviceAttribute>
        rowKey="key"
        dataSource={[...list]}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: <EmptyState icon="empty" text={t('attribute.none')} /> }}
        columns={[
          { key: 'key', title: t('attribute.key'), render: (_value, row) => <span className="mono">{row.key}</span> },
          {
            key: 'value',
            title: t('attribute.value'),
            render: (_value, row) => <span className="mono">{attributeText(row.value)}</span>,
          },
          {
            key: 'time',
            title: t('attribute.time'),
            render: (_value, row) => <span className="num">{showTime(row.updateTime)}</span>,
          },
          ...(actions ? [actions] : []),
        ]}
      />
    </section>
  )
}

/** Sets, changes and deletes the shared attributes of a device. */
function SharedPart({ deviceId, list }: { deviceId: string; list: readonly DeviceAttribute[] }) {
  const { t } = useText()
  const client = useQueryClient()
  const mayEdit = usePermission(['device:edit'])
  const [form] = Form.useForm<Typed>()
  const { busy, mutate } = useMutation()

  // The request layer shows a refusal; the typed values stay.
  const save = (change: { values?: Record<string, ReturnType<typeof attributeValue>>; deleted?: string[] }) =>
    mutate(async () => {
      const { pushed, ...attributes } = await call(saveSharedAttributes, { deviceId, ...change })
      client.setQueryData<Attributes>(answerKey(deviceAttributes, { deviceId }), attributes)
      toast('success', t(pushed ? 'attribute.pushed' : 'attribute.kept'))
      form.resetFields()
    })
  const remove = async ({ key }: DeviceAttribute) => {
    const text = t('attribute.deleteAsk', { key })
    const sure = await ask({ title: t('ask.title'), text, confirm: t('action.confirm'), cancel: t('action.cancel') })
    if (sure) await save({ deleted: [key] })
  }
  const marks = {
    edit: ({ key, value }: DeviceAttribute) => form.setFieldsValue({ key, value: attributeText(value) }),
    remove: (attribute: DeviceAttribute) => void remove(attribute),
  }
  return (
    <>
      <AttributeList
        title={t('attribute.shared')}
        hint={t('attribute.sharedHint')}
        list={list}
        busy={busy}
        {...(mayEdit ? { marks } : {})}
      />
      {mayEdit && (
        <Card className="attribute-form">
          <Form<Typed>
            form={form}
            layout="inline"
            onFinish={({ key, value }) => void save({ values: { [key.trim()]: attributeValue(value) } })}
          >
            <Form.Item
              name="key"
              label={t('attribute.key')}
              rules={[{ required: true, message: t('attribute.needsKey') }]}
            >
              <Input className="mono" maxLength={255} autoComplete="off" />
            </Form.Item>
            <Form.Item
              name="value"
              label={t('attribute.value')}
              extra={t('attribute.valueHint')}
              rules={[{ required: true, message: t('attribute.needsValue') }]}
            >
              <Input className="mono" maxLength={4096} autoComplete="off" />
            </Form.Item>
            <Button type="submit" disabled={busy}>
              {t('attribute.save')}
            </Button>
          </Form>
        </Card>
      )}
    </>
  )
}

/** The attributes that the device reports, and those that are set for it. */
export function AttributeTab({ deviceId }: { deviceId: string }) {
  const { t } = useText()
  const attributes = useAnswer(deviceAttributes, { deviceId }, { everyMs: 15_000 })
  return (
    <Fetched query={attributes}>
      {({ client, shared }) => (
        <div className="stack">
          <SharedPart deviceId={deviceId} list={shared} />
          <AttributeList title={t('attribute.client')} hint={t('attribute.clientHint')} list={client} />
        </div>
      )}
    </Fetched>
  )
}

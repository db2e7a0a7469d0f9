import { API_KEY_MAX_DAYS, issueApiKey, issueOwnApiKey, resourceTree } from '@sluice/contract'
import { Form, Input } from 'antd'
import { useMemo, useState } from 'react'
import { useAnswer } from '../../../lib/api/answer.ts'
import { call } from '../../../lib/api/api.ts'
import type { CallFailure } from '../../../lib/api/api-outcome.ts'
import { showTime } from '../../../lib/time/clock.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { useSession } from '../../../lib/access/session.ts'
import { useText } from '../../../lib/text/text.ts'
import { requiredText } from '../../../parts/form/form-rules.ts'
import { RefSelect } from '../../../parts/form/ref-select.tsx'
import { requiredMark } from '../../../parts/form/required-mark.tsx'
import { Secret } from '../../../parts/secret.tsx'
import { SideDialog } from '../../../parts/overlay/side-dialog.tsx'
import { keyTree } from './key-tree.ts'
import { Select, TreeSelect } from '../../../parts/control/select.tsx'
import './credential.css'

interface Typed {
  userId?: string
  name: string
  scopes: string[]
  days: number
}

const DAYS = [7, 30, 90, 180, API_KEY_MAX_DAYS - 1]
const DAY_MS = 86_400_000

/** Creates a key and shows it once: with `forOthers` for a chosen user, else for the signed-in one. */
export function IssueKey({ forOthers, onClose }: { forOthers: boolean; onClose: () => void }) {
  const { t } = useText()
  const [form] = Form.useForm<Typed>()
  const { busy, mutate } = useMutation()
  const [made, setMade] = useState<{ key: string; until: string } | null>(null)
  const held = useSession((session) => session.userInfo?.resources ?? [])
  const nodes = useAnswer(resourceTree, {})
  // Permissions about keys are for users only, never for keys.
  const tree = useMemo(
    () => keyTree(nodes.data ?? [], (key) => held.includes(key) && !key.startsWith('apiKey:')),
    [nodes.data, held],
  )

  const issue = async ({ userId, name, scopes, days }: Typed) => {
    const wanted = { name, scopes, expireTime: new Date(Date.now() + days * DAY_MS).toISOString() }
    const { key } =
      userId === undefined ? await call(issueOwnApiKey, wanted) : await call(issueApiKey, { userId, ...wanted })
    setMade({ key, until: showTime(wanted.expireTime) })
  }
  const refused = ({ fields }: CallFailure) => {
    for (const [field, text] of Object.entries(fields))
      form.setFields([{ name: field === 'expireTime' ? 'days' : (field as keyof Typed), errors: [text] }])
  }

  const shown = made && (
    <div className="stack">
      <p className="notice">{t('apiKey.once')}</p>
      <Secret text={made.key} label={t('apiKey.key')} />
      <p className="hint">{t('apiKey.use', { until: made.until })}</p>
    </div>
  )
  const needed = (name: string) => [
    { required: true, message: requiredText(t(`apiKey.${name}` as 'apiKey.name'), 'change') },
  ]
  return (
    <SideDialog title={t('apiKey.issue')} onClose={onClose} {...(made ? {} : { busy, onConfirm: () => form.submit() })}>
      {shown ?? (
        <Form
          form={form}
          layout="vertical"
          requiredMark={requiredMark}
          initialValues={{ days: 90, scopes: [] }}
          onFinish={(typed) => void mutate(() => issue(typed), { refused })}
          scrollToFirstError={{ focus: true }}
        >
          {forOthers && (
            <Form.Item name="userId" label={t('apiKey.userId')} rules={needed('userId')} extra={t('apiKey.userHint')}>
              <RefSelect to="user" />
            </Form.Item>
          )}
          <Form.Item name="name" label={t('apiKey.name')} rules={needed('name')}>
            <Input maxLength={60} placeholder={t('apiKey.nameHint')} />
          </Form.Item>
          <Form.Item name="scopes" label={t('apiKey.scopes')} rules={needed('scopes')} extra={t('apiKey.scopesHint')}>
            <TreeSelect
              treeData={tree}
              treeCheckable
              showCheckedStrategy="SHOW_CHILD"
              treeNodeFilterProp="title"
              maxTagCount={6}
              loading={nodes.isPending}
              placeholder={t('form.choose')}
              getPopupContainer={(trigger: HTMLElement) => trigger.parentElement ?? document.body}
            />
          </Form.Item>
          <Form.Item name="days" label={t('apiKey.expireTime')} rules={needed('expireTime')}>
            <Select options={DAYS.map((value) => ({ value, label: t('apiKey.days', { n: value }) }))} />
          </Form.Item>
        </Form>
      )}
    </SideDialog>
  )
}

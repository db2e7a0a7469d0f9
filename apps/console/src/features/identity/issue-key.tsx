import { API_KEY_MAX_DAYS, issueApiKey, issueOwnApiKey, resourceTree, type ResourceNode } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { Form, Input, Select, TreeSelect } from 'antd'
import { useMemo, useState } from 'react'
import { call } from '../../lib/api.ts'
import { CallFailure } from '../../lib/api-outcome.ts'
import { showTime } from '../../lib/clock.ts'
import { useSession } from '../../lib/session.ts'
import { useText } from '../../lib/text.ts'
import { requiredText } from '../../parts/form/form-rules.ts'
import { RefSelect } from '../../parts/form/ref-select.tsx'
import { requiredMark } from '../../parts/form/required-mark.tsx'
import { Secret } from '../../parts/secret.tsx'
import { SideDialog } from '../../parts/side-dialog.tsx'
import { keyTree } from './key-tree.ts'
import './credential.css'

interface Typed {
  userId?: string
  name: string
  scopes: string[]
  days: number
}

const DAYS = [7, 30, 90, 180, API_KEY_MAX_DAYS - 1]
const DAY_MS = 86_400_000
const NO_NODES: readonly ResourceNode[] = []

/** Keys a program can use at all: those about keys themselves open to people only. */
const isForPrograms = (key: string) => !key.startsWith('apiKey:')

interface IssueKeyProps {
  /** For another user, who is chosen here; else for the person himself. */
  forOthers: boolean
  onClose: () => void
}

/** Makes a key and shows it once. */
export function IssueKey({ forOthers, onClose }: IssueKeyProps) {
  const { t } = useText()
  const [form] = Form.useForm<Typed>()
  const [busy, setBusy] = useState(false)
  const [made, setMade] = useState<{ key: string; until: string } | null>(null)
  const held = useSession((session) => session.userInfo?.resources ?? [])
  const nodes = useQuery({
    queryKey: ['resource-tree'],
    queryFn: ({ signal }) => call(resourceTree, {}, { inPlace: true, signal }),
  })
  const tree = useMemo(
    () => keyTree(nodes.data ?? NO_NODES, (key) => held.includes(key) && isForPrograms(key)),
    [nodes.data, held],
  )

  const issue = async ({ userId, name, scopes, days }: Typed) => {
    setBusy(true)
    const expireTime = new Date(Date.now() + days * DAY_MS).toISOString()
    try {
      const wanted = { name, scopes, expireTime }
      const { key } =
        userId === undefined ? await call(issueOwnApiKey, wanted) : await call(issueApiKey, { userId, ...wanted })
      setMade({ key, until: showTime(expireTime) })
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      for (const [field, text] of Object.entries(error.fields)) {
        form.setFields([{ name: field === 'expireTime' ? 'days' : (field as keyof Typed), errors: [text] }])
      }
    } finally {
      setBusy(false)
    }
  }

  if (made) {
    return (
      <SideDialog title={t('apiKey.issue')} onClose={onClose}>
        <div className="key-once">
          <p className="notice">{t('apiKey.once')}</p>
          <Secret text={made.key} label={t('apiKey.key')} />
          <p className="hint">{t('apiKey.use', { until: made.until })}</p>
        </div>
      </SideDialog>
    )
  }
  const needed = (name: string) => [
    { required: true, message: requiredText(t(`apiKey.${name}` as 'apiKey.name'), 'change') },
  ]
  return (
    <SideDialog title={t('apiKey.issue')} busy={busy} onConfirm={() => form.submit()} onClose={onClose}>
      <Form
        form={form}
        layout="vertical"
        requiredMark={requiredMark}
        initialValues={{ days: 90, scopes: [] }}
        onFinish={(typed) => void issue(typed)}
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
            showCheckedStrategy={TreeSelect.SHOW_CHILD}
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
    </SideDialog>
  )
}

import { type FieldName, type OutputOf, ownProfile, PROFILE, updateProfile, userResource } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Form } from 'antd'
import { useState } from 'react'
import { answerKey, useAnswer } from '../../../lib/api/answer.ts'
import { call } from '../../../lib/api/api.ts'
import { CallFailure } from '../../../lib/api/api-outcome.ts'
import { forgetRows } from '../../../lib/api/query.ts'
import { useSession } from '../../../lib/access/session.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { toast } from '../../../lib/page/toast.ts'
import { Button } from '../../../parts/button/button.tsx'
import { Fetched } from '../../../parts/fetched/fetched.tsx'
import { DictSelect } from '../../../parts/form/dict-select.tsx'
import { refusedFields } from '../../../parts/form/refused-fields.ts'
import { ResourceForm } from '../../../parts/form/resource-form.tsx'

type Own = OutputOf<typeof ownProfile>

const NAMES = Object.keys(PROFILE.fields) as FieldName<typeof PROFILE>[]
const CONTROLS = { sex: <DictSelect dictType="sex" clearable={false} /> }

/** The header and the card show the new name at once. */
function show(given: Record<string, unknown>): void {
  const { userInfo } = useSession.getState()
  if (!userInfo) return
  const nickName = String(given['nickName'])
  const introduction = typeof given['introduction'] === 'string' ? given['introduction'] : ''
  useSession.setState({
    name: nickName,
    introduction,
    userInfo: { ...userInfo, nickName, introduction: introduction || null },
  })
}

const trimmed = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(NAMES.map((name) => [name, cut(values[name])]))

function cut(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : (value ?? null)
}

function OwnForm({ own }: { own: Own }) {
  const { t } = useText()
  const client = useQueryClient()
  const [form] = Form.useForm<Record<string, unknown>>()
  const [busy, setBusy] = useState(false)
  const { version, ...initial } = own

  const save = async () => {
    if (busy) return
    setBusy(true)
    try {
      const values = trimmed(form.getFieldsValue(true) as Record<string, unknown>)
      await call(updateProfile, { version, ...values })
      show(values)
      toast('success', t('done.save'))
      await Promise.all([
        client.invalidateQueries({ queryKey: answerKey(ownProfile) }),
        forgetRows(client, userResource.name),
      ])
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      refusedFields(form, error, (name) => byName(`${PROFILE.name}.${name}`))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <ResourceForm
        id="own-data"
        resource={PROFILE}
        form={form}
        names={NAMES}
        row={null}
        initial={initial}
        controls={CONTROLS}
        twoColumns
        onSubmit={() => void save()}
        onChange={() => {}}
      />
      <Button type="submit" form="own-data" kind="theme" busy={busy}>
        {t(busy ? 'state.saving' : 'profile.save')}
      </Button>
    </>
  )
}

/** The fields of their own account that users change (AD-8); the administrator changes the rest. */
export function OwnData() {
  const own = useAnswer(ownProfile, {}, { fresh: true })
  return <Fetched query={own}>{(found) => <OwnForm key={found.version} own={found} />}</Fetched>
}

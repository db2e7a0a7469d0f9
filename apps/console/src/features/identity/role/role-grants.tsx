import { resourcesOfRole, resourceTree } from '@sluice/contract'
import { Form } from 'antd'
import { useEffect } from 'react'
import { useAnswer } from '../../../lib/api/answer.ts'
import { useText } from '../../../lib/text/text.ts'
import { Failed } from '../../../parts/fetched/fetched.tsx'
import { DepartmentSelect } from '../../../parts/form/department-select.tsx'
import { requiredText } from '../../../parts/form/form-rules.ts'
import { WaitBlocks } from '../../../parts/fetched/wait-blocks.tsx'
import { GrantTree } from './grant-tree.tsx'

/** The role's own part of its form: the permission tree, and departments while the scope is CUSTOM. */
export function RoleGrants({ roleId }: { roleId: string | null }) {
  const { t } = useText()
  const form = Form.useFormInstance()
  const scope = Form.useWatch('dataScope', form) as string | undefined
  const tree = useAnswer(resourceTree, {})
  const granted = useAnswer(resourcesOfRole, roleId !== null ? { roleId } : null, { fresh: true })
  useEffect(() => {
    if (granted.data) form.setFieldValue('resourceIds', granted.data)
  }, [granted.data, form])
  // AD-5: after switching away and back to chosen departments, the user chooses them anew.
  useEffect(() => {
    if (scope !== undefined && scope !== 'CUSTOM') form.setFieldValue('customDepts', [])
  }, [scope, form])

  const failed = tree.isError || granted.isError
  const ready = tree.data && (roleId === null || granted.data)
  return (
    <>
      {scope === 'CUSTOM' && (
        <Form.Item
          name="customDepts"
          label={t('role.customDepts')}
          required
          rules={[
            {
              validator: (_rule, value: unknown) =>
                Array.isArray(value) && value.length > 0
                  ? Promise.resolve()
                  : Promise.reject(new Error(requiredText(t('role.customDepts'), 'change'))),
            },
          ]}
        >
          <DepartmentSelect multiple />
        </Form.Item>
      )}
      {failed && (
        <Failed
          error={tree.error ?? granted.error}
          onRetry={() => {
            void tree.refetch()
            if (roleId) void granted.refetch()
          }}
        />
      )}
      {!failed && !ready && <WaitBlocks rows={5} />}
      {ready && (
        <Form.Item name="resourceIds" label={t('role.resourceIds')}>
          <GrantTree nodes={tree.data} />
        </Form.Item>
      )}
    </>
  )
}

import { apiKeyResource, revokeApiKey, type ApiKeyRow } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { usePermission } from '../../lib/access.tsx'
import { call } from '../../lib/api.ts'
import { ask } from '../../lib/ask.ts'
import { useText } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { Icon } from '../../parts/icons.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'
import type { RowAction } from '../../parts/list/row-actions.tsx'
import { IssueKey } from './issue-key.tsx'
import { KEY_CELLS } from './key-cells.tsx'

/** Keys of programs in the departments the person sees. */
export default function ApiKeyScreen() {
  const { t } = useText()
  const client = useQueryClient()
  const [issuing, setIssuing] = useState(false)
  const mayAdd = usePermission(['apiKey:add'])
  const mayRevoke = usePermission(['apiKey:del'])
  const again = () => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('apiKey') })

  const revoke = async (row: ApiKeyRow) => {
    const yes = await ask({
      title: t('apiKey.revoke'),
      text: t('apiKey.revokeText', { name: row.name }),
      confirm: t('apiKey.revoke'),
      cancel: t('action.cancel'),
      danger: true,
    })
    if (!yes) return
    try {
      await call(revokeApiKey, { id: row.id })
      toast('success', t('apiKey.revoked'))
    } catch {
      // Shown by the request layer.
    }
    await again()
  }
  const rowActions = (row: ApiKeyRow): RowAction[] =>
    mayRevoke
      ? [
          {
            key: 'revoke',
            label: t('apiKey.revoke'),
            danger: true,
            because: row.state === 'ACTIVE' ? null : t('apiKey.isOver'),
            onClick: () => void revoke(row),
          },
        ]
      : []

  return (
    <>
      <ListPage
        resource={apiKeyResource}
        slots={{
          cells: KEY_CELLS,
          tools: mayAdd && (
            <button type="button" className="btn btn-theme" onClick={() => setIssuing(true)}>
              <Icon name="plus" size={16} />
              {t('apiKey.issue')}
            </button>
          ),
          rowActions,
        }}
      />
      {issuing && (
        <IssueKey
          forOthers
          onClose={() => {
            setIssuing(false)
            void again()
          }}
        />
      )}
    </>
  )
}

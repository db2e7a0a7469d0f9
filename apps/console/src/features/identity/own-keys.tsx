import { ownApiKeyResource, revokeOwnApiKey, type OwnApiKeyRow } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { ask } from '../../lib/ask.ts'
import { forgetRows } from '../../lib/query.ts'
import { useText } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Icon } from '../../parts/icons.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'
import { IssueKey } from './issue-key.tsx'
import { KEY_CELLS } from './key-cells.tsx'

/** It stands in the page about the person; its columns and views are remembered apart from those of a screen. */
const WITHIN = {}

/** The keys that act as the person himself. */
export function OwnKeys() {
  const { t, language } = useText()
  const client = useQueryClient()
  const [issuing, setIssuing] = useState(false)
  const again = () => forgetRows(client, ownApiKeyResource.name)
  const revoke = async ({ id, name }: OwnApiKeyRow) => {
    const yes = await ask({
      title: t('apiKey.revoke'),
      text: t('apiKey.revokeText', { name }),
      confirm: t('apiKey.revoke'),
      cancel: t('action.cancel'),
      danger: true,
    })
    if (!yes) return
    try {
      await call(revokeOwnApiKey, { id })
      toast('success', t('apiKey.revoked'))
    } catch {
      // Shown by the request layer.
    }
    await again()
  }

  return (
    <>
      <p className="hint">
        {t('apiKey.ownHint')}{' '}
        <a href={`/docs?lang=${language}`} target="_blank" rel="noreferrer">
          {t('apiKey.docs')}
        </a>
      </p>
      <ListPage
        resource={ownApiKeyResource}
        slots={{
          within: WITHIN,
          cells: KEY_CELLS,
          nothing: <EmptyState icon="padlock" text={t('state.empty')} />,
          tools: (
            <button type="button" className="btn btn-theme" onClick={() => setIssuing(true)}>
              <Icon name="plus" size={16} />
              {t('apiKey.issue')}
            </button>
          ),
          rowActions: (row) => [
            {
              key: 'revoke',
              label: t('apiKey.revoke'),
              danger: true,
              because: row.state === 'ACTIVE' ? null : t('apiKey.isOver'),
              onClick: () => void revoke(row),
            },
          ],
        }}
      />
      {issuing && (
        <IssueKey
          forOthers={false}
          onClose={() => {
            setIssuing(false)
            void again()
          }}
        />
      )}
    </>
  )
}

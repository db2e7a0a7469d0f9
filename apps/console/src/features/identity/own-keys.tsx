import { type ApiKey, ownApiKeys, revokeOwnApiKey } from '@sluice/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { ask } from '../../lib/ask.ts'
import { showTime } from '../../lib/clock.ts'
import { useText } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Age } from '../../parts/reading.tsx'
import { WaitBlocks } from '../../parts/wait-blocks.tsx'
import { IssueKey } from './issue-key.tsx'
import { KeyState } from './key-state.tsx'
import { Scopes } from './scopes.tsx'

/** The keys that act as the person himself. */
export function OwnKeys() {
  const { t, language } = useText()
  const client = useQueryClient()
  const [issuing, setIssuing] = useState(false)
  const keys = useQuery({
    queryKey: ['own-api-keys'],
    queryFn: ({ signal }) => call(ownApiKeys, {}, { inPlace: true, signal }),
    staleTime: 0,
  })
  const again = () => client.invalidateQueries({ queryKey: ['own-api-keys'] })
  const revoke = async ({ id, name }: ApiKey) => {
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
      {keys.isPending && <WaitBlocks rows={2} />}
      {keys.isError && (
        <EmptyState
          icon="broken"
          text={t('state.failed')}
          action={{ label: t('action.retry'), onClick: () => void keys.refetch() }}
        />
      )}
      {keys.data && keys.data.length > 0 && (
        <div className="key-table">
          <table className="plain">
            <thead>
              <tr>
                <th>{t('apiKey.name')}</th>
                <th>{t('apiKey.scopes')}</th>
                <th>{t('apiKey.state')}</th>
                <th>{t('apiKey.expireTime')}</th>
                <th>{t('apiKey.lastUsedTime')}</th>
                <th aria-label={t('list.actions')} />
              </tr>
            </thead>
            <tbody>
              {keys.data.map((key) => (
                <tr key={key.id}>
                  <td>
                    <span className="list-name">
                      <span>{key.name}</span>
                      <small className="mono">slk_{key.prefix}…</small>
                    </span>
                  </td>
                  <td>
                    <Scopes keys={key.scopes} />
                  </td>
                  <td>
                    <KeyState state={key.state} />
                  </td>
                  <td className="num">{showTime(key.expireTime)}</td>
                  <td>
                    <Age time={key.lastUsedTime} />
                  </td>
                  <td>
                    {key.state === 'ACTIVE' && (
                      <button type="button" className="link danger" onClick={() => void revoke(key)}>
                        {t('apiKey.revoke')}
                      </button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <button type="button" className="btn" onClick={() => setIssuing(true)}>
        {t('apiKey.issue')}
      </button>
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

import { ownApiKeyResource } from '@sluice/contract'
import { useText } from '../../../lib/text/text.ts'
import { EmptyState } from '../../../parts/fetched/empty-state.tsx'
import { ListPage } from '../../../parts/list/list-page.tsx'
import { IssueKey } from '../api-key/issue-key.tsx'
import { KEY_CELLS } from '../api-key/key-cells.tsx'

/** The list is part of the profile page; its columns and views are stored apart from those of a screen. */
const WITHIN = {}

/** The API keys that act as the user who made them. */
export function OwnKeys() {
  const { t, language } = useText()
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
          fixedFilters: WITHIN,
          cells: KEY_CELLS,
          empty: <EmptyState icon="padlock" text={t('state.empty')} />,
          listForms: { issue: (close) => <IssueKey forOthers={false} onClose={close} /> },
        }}
      />
    </>
  )
}

import { apiKeyResource } from '@sluice/contract'
import { ListPage } from '../../../parts/list/list-page.tsx'
import type { ListSlots } from '../../../parts/list/layout/list-slots.ts'
import { IssueKey } from './issue-key.tsx'
import { KEY_CELLS } from './key-cells.tsx'

const SLOTS: ListSlots<typeof apiKeyResource> = {
  cells: KEY_CELLS,
  listForms: { issue: (close) => <IssueKey forOthers onClose={close} /> },
}

/** API keys of the departments in the user's scope. */
export default function ApiKeyScreen() {
  return <ListPage resource={apiKeyResource} slots={SLOTS} />
}

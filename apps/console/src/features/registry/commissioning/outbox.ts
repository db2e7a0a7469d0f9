import {
  acceptCommissioned,
  addCommissioningPhoto,
  beginCommissioning,
  type CommissioningProgress,
  placeCommissioned,
} from '@sluice/contract'
import {
  addItem as addKept,
  type Outbox,
  putDraft,
  removeDraft,
  sendsItems,
  useOutbox,
} from '../../../lib/kept/outbox.ts'
import type { KeptDraft, KeptItem } from '../../../lib/kept/phone-store.ts'
import type { Draft } from './draft.ts'

/** What of a commissioning is on its way to the server, in the order it happened. */
const ITEM_KINDS = ['begin', 'place', 'photo', 'accept'] as const
export type ItemKind = (typeof ITEM_KINDS)[number]

const answered = ({ begun }: KeptItem, answer: unknown) => {
  if (draftIn(useOutbox.getState())?.key === begun) changeDraft({ state: (answer as CommissioningProgress).state })
}
sendsItems({
  begin: { operation: beginCommissioning, answered },
  place: { operation: placeCommissioned, answered },
  photo: { operation: addCommissioningPhoto, answered },
  accept: { operation: acceptCommissioned, answered },
})

const isCommissioning = (draft: KeptDraft): draft is Draft => 'trials' in draft
/** The commissioning that the telephone is at. */
export const draftIn = ({ drafts }: Pick<Outbox, 'drafts'>): Draft | null => drafts.find(isCommissioning) ?? null
/** What of commissionings waits. */
export const isCommissioningItem = (item: KeptItem): item is KeptItem & { deed: ItemKind } =>
  ITEM_KINDS.some((kind) => kind === item.deed)

export function changeDraft(change: Partial<Draft>): void {
  const draft = draftIn(useOutbox.getState())
  if (draft) putDraft({ ...draft, ...change } as Draft)
}

/** The telephone is done with it; what was not sent yet is sent all the same. */
export function leaveDraft(): void {
  const draft = draftIn(useOutbox.getState())
  if (draft) removeDraft(draft.key)
}

export const addItem = (kind: ItemKind, begun: string, body: Record<string, unknown>, key: string) =>
  addKept(kind, begun, body, key)

import { noticeUserResource } from '@sluice/contract'
import { useText } from '../../lib/text/text.ts'
import { ListPage } from '../../parts/list/list-page.tsx'
import type { ListSlots } from '../../parts/list/layout/list-slots.ts'
import { NoticeTab } from './notice-tabs.tsx'
import { PersonTest } from './person-test.tsx'

const SLOTS: ListSlots<typeof noticeUserResource> = {
  forms: { test: (person, close) => <PersonTest person={person} onClose={close} /> },
}

/** Who hears of faults, and by what. */
export default function NoticeUserScreen() {
  useText()
  return (
    <NoticeTab>
      <ListPage resource={noticeUserResource} slots={SLOTS} />
    </NoticeTab>
  )
}

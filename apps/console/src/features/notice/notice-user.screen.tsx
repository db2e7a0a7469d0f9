import { noticeUserResource } from '@sluice/contract'
import { useText } from '../../lib/text/text.ts'
import { ListPage } from '../../parts/list/list-page.tsx'
import { NoticeTab } from './notice-tabs.tsx'

/** Who hears of faults, and by what. */
export default function NoticeUserScreen() {
  useText()
  return (
    <NoticeTab>
      <ListPage resource={noticeUserResource} />
    </NoticeTab>
  )
}

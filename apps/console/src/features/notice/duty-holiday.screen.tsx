import { dutyHolidayResource } from '@sluice/contract'
import { useText } from '../../lib/text/text.ts'
import { ListPage } from '../../parts/list/list-page.tsx'
import { NoticeTab } from './notice-tabs.tsx'

/** Days with a rota of their own. */
export default function DutyHolidayScreen() {
  useText()
  return (
    <NoticeTab>
      <ListPage resource={dutyHolidayResource} />
    </NoticeTab>
  )
}

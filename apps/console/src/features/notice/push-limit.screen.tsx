import { pushLimitResource } from '@sluice/contract'
import { useText } from '../../lib/text/text.ts'
import { ListPage } from '../../parts/list/list-page.tsx'
import { NoticeTab } from './notice-tabs.tsx'

/** How much may go out of each channel. */
export default function PushLimitScreen() {
  useText()
  return (
    <NoticeTab>
      <ListPage resource={pushLimitResource} />
    </NoticeTab>
  )
}

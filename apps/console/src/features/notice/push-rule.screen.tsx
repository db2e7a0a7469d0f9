import { pushRuleResource } from '@sluice/contract'
import { useText } from '../../lib/text/text.ts'
import { ListPage } from '../../parts/list/list-page.tsx'
import { NoticeTab } from './notice-tabs.tsx'

/** When people are told, from the top: the first rule that suits. */
export default function PushRuleScreen() {
  useText()
  return (
    <NoticeTab>
      <ListPage resource={pushRuleResource} />
    </NoticeTab>
  )
}

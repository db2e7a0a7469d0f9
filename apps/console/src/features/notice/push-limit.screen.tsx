import { pushLimitResource } from '@sluice/contract'
import { useText } from '../../lib/text/text.ts'
import { ListPage } from '../../parts/list/list-page.tsx'
import { NoticeTab } from './notice-tabs.tsx'

/** How much may go out of each channel. */
export default function PushLimitScreen() {
  const { t } = useText()
  return (
    <NoticeTab>
      <p className="hint notice-intro">{t('push.limitIntro')}</p>
      <ListPage resource={pushLimitResource} />
    </NoticeTab>
  )
}

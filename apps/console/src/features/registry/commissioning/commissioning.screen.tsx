import { commissioningResource } from '@sluice/contract'
import { useNavigate } from 'react-router'
import { usePermission } from '../../../lib/access/access.tsx'
import { useText } from '../../../lib/text/text.ts'
import { EmptyState } from '../../../parts/fetched/empty-state.tsx'
import { ListPage } from '../../../parts/list/list-page.tsx'
import { COMMISSION_PATH } from './left-behind.ts'

/** Who put which device into service; without any, the way to the first. */
export default function CommissioningScreen() {
  const { t } = useText()
  const mayCommission = usePermission(['commissioning:carryOut'])
  const navigate = useNavigate()
  const action = { label: t('commission.title'), onClick: () => void navigate(COMMISSION_PATH) }
  const empty = (
    <EmptyState
      icon="scan"
      text={t('commission.none')}
      hint={t('commission.noneHint')}
      action={mayCommission ? action : undefined}
    />
  )
  return <ListPage resource={commissioningResource} slots={{ empty }} />
}

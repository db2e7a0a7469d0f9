import { tempExcursionResource } from '@sluice/contract'
import { useMemo } from 'react'
import { useText } from '../../lib/text/text.ts'
import { EmptyState } from '../../parts/fetched/empty-state.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'
import { EXCURSION_SLOTS } from './excursion-slots.tsx'

/** The page already shows the device. */
const OF_DEVICE = ['deviceId'] as const

/** When a probe was outside its limits, newest first. */
export function ExcursionTab({ deviceId }: { deviceId: string }) {
  const { t } = useText()
  const within = useMemo(() => ({ deviceId }), [deviceId])
  return (
    <ListPage
      resource={tempExcursionResource}
      slots={{
        ...EXCURSION_SLOTS,
        fixedFilters: within,
        omitColumns: OF_DEVICE,
        omitFilters: OF_DEVICE,
        empty: <EmptyState icon="history" text={t('temp.noExcursions')} hint={t('temp.noExcursionsHint')} />,
      }}
    />
  )
}

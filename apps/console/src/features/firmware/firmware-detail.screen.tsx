import { type FirmwareRow, firmwareResource, rolloutResource } from '@sluice/contract'
import { useMemo } from 'react'
import { DetailPage } from '../../parts/detail-page/detail-page.tsx'
import { Icon } from '../../parts/icon/icons.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'
import { ROLLOUT_SLOTS } from './rollout.screen.tsx'

const OF_FIRMWARE = ['firmwareId'] as const

function Rollouts({ firmware: { id, label } }: { firmware: FirmwareRow }) {
  const slots = useMemo(
    () => ({
      ...ROLLOUT_SLOTS,
      fixedFilters: { firmwareId: id },
      omitColumns: OF_FIRMWARE,
      omitFilters: OF_FIRMWARE,
      form: { ...ROLLOUT_SLOTS.form, initial: { ...ROLLOUT_SLOTS.form?.initial, firmwareId: id, name: label } },
    }),
    [id, label],
  )
  return <ListPage resource={rolloutResource} slots={slots} />
}

/** One firmware, and the roll-outs of it. */
export default function FirmwareDetailScreen() {
  return (
    <DetailPage
      resource={firmwareResource}
      slots={{
        mark: () => <Icon name="box" size={22} />,
        tabs: { rollouts: (firmware) => <Rollouts firmware={firmware} /> },
      }}
    />
  )
}

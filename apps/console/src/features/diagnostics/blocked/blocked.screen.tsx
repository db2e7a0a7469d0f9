import { type BlockedAddressRow, blockedAddressResource } from '@sluice/contract'
import { useSearchParams } from 'react-router'
import { usePermission } from '../../../lib/access/access.tsx'
import { byName, useText } from '../../../lib/text/text.ts'
import { showTime } from '../../../lib/time/clock.ts'
import { EmptyState } from '../../../parts/fetched/empty-state.tsx'
import { ListPage } from '../../../parts/list/list-page.tsx'
import type { ListSlots } from '../../../parts/list/layout/list-slots.ts'
import { Chip } from '../../../parts/reading/status-chip.tsx'
import { BlockAddress } from './block-address.tsx'

/** Glyph and word, never colour alone. */
function State({ state }: Pick<BlockedAddressRow, 'state'>) {
  const isActive = state === 'ACTIVE'
  return (
    <Chip
      tone={isActive ? 'plain' : 'off'}
      glyph={isActive ? 'disabled' : 'done'}
      text={byName(`enum.blockState.${state}`)}
    />
  )
}

/** Addresses that are kept out. `?block=` opens the form with the address that a log or a list named. */
export default function BlockedScreen() {
  const { t } = useText()
  const mayBlock = usePermission(['blockedAddress:block'])
  const [search, setSearch] = useSearchParams()
  const asked = search.get('block')
  const slots: ListSlots<typeof blockedAddressResource> = {
    cells: {
      network: ({ network }) => <span className="mono">{network}</span>,
      state: (row) => <State state={row.state} />,
      // The end is in the future, so it is a time and not an age.
      untilTime: ({ untilTime }) =>
        untilTime === null ? t('blocked.forGood') : <span className="num">{showTime(untilTime)}</span>,
    },
    phone: {
      second: (row) => (
        <>
          <State state={row.state} />
          <span className="clip">{row.reason}</span>
        </>
      ),
    },
    listForms: { block: (close) => <BlockAddress onClose={close} /> },
    empty: <EmptyState icon="shield" text={t('empty.blockedAddress')} hint={t('next.blockedAddress')} />,
  }
  const close = () =>
    setSearch(
      (before) => {
        before.delete('block')
        return before
      },
      { replace: true },
    )
  return (
    <>
      <ListPage resource={blockedAddressResource} slots={slots} />
      {asked !== null && mayBlock && <BlockAddress key={asked} address={asked} onClose={close} />}
    </>
  )
}

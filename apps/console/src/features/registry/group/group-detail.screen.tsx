import { deviceGroupResource, type DeviceGroupRow, removeGroupMembers } from '@sluice/contract'
import { call } from '../../../lib/api/api.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { usePermission } from '../../../lib/access/access.tsx'
import { toast } from '../../../lib/page/toast.ts'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { DetailPage } from '../../../parts/detail-page/detail-page.tsx'
import { Icon } from '../../../parts/icon/icons.tsx'
import { DeviceList } from '../device.screen.tsx'
import { ConditionShown } from './condition-input.tsx'
import { GROUP_SLOTS } from './group.screen.tsx'

/** Takes the selected devices out of a group by hand. */
function TakeOut({ group, deviceIds }: { group: DeviceGroupRow; deviceIds: string[] }) {
  const { t } = useText()
  const may = usePermission(['deviceGroup:edit'])
  const { busy, mutate } = useMutation('device')
  if (!may || group.membership !== 'HAND') return null
  const takeOut = () =>
    mutate(async () => {
      const { changed } = await call(removeGroupMembers, { groupId: group.id, deviceIds })
      toast('success', t('group.tookOut', { n: changed.length }))
    })
  return (
    <Button disabled={busy || deviceIds.length === 0} onClick={() => void takeOut()}>
      {t('group.takeOut')}
    </Button>
  )
}

/** One group: what it is, its condition, and the devices in it now. */
export default function GroupDetailScreen() {
  return (
    <DetailPage
      resource={deviceGroupResource}
      slots={{
        ...GROUP_SLOTS,
        mark: () => <Icon name="cards" size={22} />,
        below: ({ filter }) => filter && <ConditionShown filter={filter} />,
        tabs: {
          devices: (group) => (
            <DeviceList
              within={{ groupIds: group.id }}
              batch={(rows) => <TakeOut group={group} deviceIds={rows.map(({ id }) => id)} />}
            />
          ),
        },
      }}
    />
  )
}

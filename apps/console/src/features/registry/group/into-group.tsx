import { addGroupMembers, deviceGroupResource } from '@sluice/contract'
import { Popover } from 'antd'
import { useState } from 'react'
import { call } from '../../../lib/api/api.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { usePermission } from '../../../lib/access/access.tsx'
import { toast } from '../../../lib/page/toast.ts'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { RefSelect } from '../../../parts/form/ref-select.tsx'
import './group.css'

/** Puts the selected devices into a group that is chosen by hand. */
export function IntoGroup({ deviceIds }: { deviceIds: string[] }) {
  const { t } = useText()
  const may = usePermission(['deviceGroup:edit'])
  const [open, setOpen] = useState(false)
  const [groupId, setGroupId] = useState<string>()
  const { busy, mutate } = useMutation('device')
  if (!may) return null
  const put = () =>
    mutate(async () => {
      const { changed } = await call(addGroupMembers, { groupId: groupId!, deviceIds })
      toast('success', t('group.put', { n: changed.length }))
      setOpen(false)
    })
  return (
    <Popover
      trigger="click"
      open={open && deviceIds.length > 0}
      onOpenChange={setOpen}
      content={
        <div className="into-group">
          <RefSelect
            to={deviceGroupResource.name}
            value={groupId ?? null}
            onChange={setGroupId}
            placeholder={t('group.choose')}
            aria-label={t('group.choose')}
          />
          <Button kind="theme" disabled={busy || !groupId} onClick={() => void put()}>
            {t('action.confirm')}
          </Button>
        </div>
      }
    >
      <Button disabled={deviceIds.length === 0}>{t('group.intoGroup')}</Button>
    </Popover>
  )
}

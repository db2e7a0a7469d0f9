import { deviceResource, putUnitInUse, REPAIR_DONE, repairRecordResource, type RepairRow } from '@sluice/contract'
import { usePermission } from '../../lib/access/access.tsx'
import { call } from '../../lib/api/api.ts'
import { useMutation } from '../../lib/api/mutation.ts'
import { useText } from '../../lib/text/text.ts'
import { Button } from '../../parts/button/button.tsx'
import { Glyph } from '../../parts/icon/glyphs.tsx'
import { Card } from '../../parts/section/section.tsx'

/** After a repair: the unit that was switched off for it is still off, and whoever may finish orders puts it back in use. */
export function UnitOff({ row: { id, status, unitInUse } }: { row: RepairRow }) {
  const { t } = useText()
  const may = usePermission(['repairRecord:finish'])
  const { busy, mutate } = useMutation(repairRecordResource.name, deviceResource.name)
  if (unitInUse !== false || !REPAIR_DONE.includes(status)) return null
  const putBack = () => mutate(() => call(putUnitInUse, { id }), { done: t('repair.inUse.done') })
  return (
    <div role="status">
      <Card className="repair-off no-print">
        <Glyph name="disabled" />
        <p>
          <b>{t('repair.inUse.off')}</b>
          <small className="t2">{t(may ? 'repair.inUse.hint' : 'repair.inUse.others')}</small>
        </p>
        {may && (
          <Button kind="theme" busy={busy} onClick={() => void putBack()}>
            {t('repair.inUse.do')}
          </Button>
        )}
      </Card>
    </div>
  )
}

import { savePreference, type UnitChoice, UNITS_KEY } from '@sluice/contract'
import { useState } from 'react'
import { useSession } from '../../../lib/access/session.ts'
import { call } from '../../../lib/api/api.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { readIn, unitsOfSite } from '../../../lib/page/own-units.ts'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { UnitFields } from '../../../parts/form/unit-fields.tsx'

/** In which units this person reads and types values, on every machine; what is stored stays as it is. */
export function UnitSettings() {
  const { t } = useText()
  const info = useSession((session) => session.userInfo)
  const [choice, setChoice] = useState<UnitChoice>(info?.units ?? {})
  const { busy, mutate } = useMutation()
  const save = async () => {
    const value = Object.keys(choice).length > 0 ? { ...choice } : null
    await call(savePreference, { key: UNITS_KEY, value: value as never })
    const { userInfo } = useSession.getState()
    if (userInfo) useSession.setState({ userInfo: { ...userInfo, units: choice } })
    readIn(choice)
  }
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void mutate(save, { done: t('done.save') })
      }}
    >
      <p className="hint">{t('units.hint')}</p>
      <UnitFields value={choice} onChange={setChoice} usual={unitsOfSite()} />
      <div>
        <Button kind="theme" type="submit" aria-busy={busy} disabled={busy}>
          {t('units.save')}
        </Button>
      </div>
    </form>
  )
}

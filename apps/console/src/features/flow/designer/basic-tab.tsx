import { flowDefinitionResource } from '@sluice/contract'
import { useState } from 'react'
import { useRow } from '../../../lib/api/answer.ts'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { CheckBox } from '../../../parts/control/check-box.tsx'
import { Fetched } from '../../../parts/fetched/fetched.tsx'
import { FormDrawer } from '../../../parts/form/form-drawer.tsx'
import { Detail } from '../../../parts/section/detail.tsx'
import { Section } from '../../../parts/section/section.tsx'
import { useDesigner } from './designer.ts'

const FACTS = ['name', 'code', 'category', 'flowType', 'deptId', 'status', 'running', 'remark'] as const

/** What the flow is called and for whom it is, and what holds for all of it. */
export function BasicTab({ flush, onSaved }: { flush: () => Promise<unknown>; onSaved: () => Promise<void> }) {
  const { t } = useText()
  const { id, model, change, isFixed } = useDesigner()
  const row = useRow(flowDefinitionResource, id)
  const [isEdited, setEdited] = useState(false)
  const { advanced } = model
  const set = (more: Partial<typeof advanced>) => change({ ...model, advanced: { ...advanced, ...more } })
  return (
    <div className="stack flow-basic">
      <Section
        title={t('flow.tab.basic')}
        label={t('flow.tab.basic')}
        beside={
          !isFixed && <Button onClick={() => void flush().then(() => setEdited(true))}>{t('action.edit')}</Button>
        }
      >
        <Fetched query={row}>
          {(whole) => <Detail resource={flowDefinitionResource} row={whole} names={FACTS} />}
        </Fetched>
      </Section>
      <Section title={t('flow.advanced')} label={t('flow.advanced')}>
        <div className="stack">
          <CheckBox
            checked={advanced.autoSkipSame}
            disabled={isFixed}
            onChange={(checked) => set({ autoSkipSame: checked })}
          >
            {t('flow.autoSkipSame')}
          </CheckBox>
          <CheckBox
            checked={advanced.withdrawAllowed}
            disabled={isFixed}
            onChange={(checked) => set({ withdrawAllowed: checked })}
          >
            {t('flow.withdrawAllowed')}
          </CheckBox>
        </div>
      </Section>
      {isEdited && (
        <FormDrawer
          resource={flowDefinitionResource}
          id={id}
          slots={{ onSaved: () => void onSaved() }}
          onClose={() => {
            setEdited(false)
            void row.refetch()
          }}
        />
      )}
    </div>
  )
}

import { flowDefinitionResource, type FlowDefinitionRow, flowModel, permissionKey } from '@sluice/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { usePermission } from '../../../lib/access/access.tsx'
import { call } from '../../../lib/api/api.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { saveContent } from '../../../lib/api/save-file.ts'
import { useDetailAddress } from '../../../lib/page/detail-address.tsx'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { DetailLink } from '../../../parts/detail-link.tsx'
import { ListPage } from '../../../parts/list/list-page.tsx'
import { BeginReady, BringFile } from './begin-dialog.tsx'
import { fileText } from './flow-file.ts'

/** The flows of the departments in sight; each has a page where it is drawn. */
export default function DefinitionScreen() {
  const { t } = useText()
  const [open, setOpen] = useState<'ready' | 'file' | null>(null)
  const mayInsert = usePermission([permissionKey(flowDefinitionResource, 'insert')])
  const mayEdit = usePermission([permissionKey(flowDefinitionResource, 'update')])
  const mayExport = usePermission([permissionKey(flowDefinitionResource, 'export')])
  const { mutate } = useMutation()
  const navigate = useNavigate()
  const addressOf = useDetailAddress(flowDefinitionResource.name)
  const save = async ({ id, code, name, flowType }: Pick<FlowDefinitionRow, 'id' | 'code' | 'name' | 'flowType'>) => {
    const { model } = await call(flowModel, { id })
    saveContent(
      new Blob([fileText({ code, name, flowType, model })], { type: 'application/json' }),
      `${code}.flow.json`,
    )
  }
  return (
    <>
      <ListPage
        resource={flowDefinitionResource}
        slots={{
          cells: {
            name: (row) => (
              <DetailLink resource={flowDefinitionResource.name} id={row.id}>
                {row.name}
              </DetailLink>
            ),
          },
          rowActions: (row) => [
            ...(addressOf
              ? [
                  {
                    key: 'draw',
                    label: t(mayEdit ? 'flow.draw' : 'flow.look'),
                    onClick: () => void navigate(addressOf(row.id)),
                  },
                ]
              : []),
            ...(mayExport
              ? [{ key: 'file', label: t('flow.toFile'), onClick: () => void mutate(() => save(row)) }]
              : []),
          ],
          tools: mayInsert && (
            <>
              <Button onClick={() => setOpen('ready')}>{t('flow.ready')}</Button>
              <Button onClick={() => setOpen('file')}>{t('flow.bring')}</Button>
            </>
          ),
        }}
      />
      {open === 'ready' && <BeginReady onClose={() => setOpen(null)} />}
      {open === 'file' && <BringFile onClose={() => setOpen(null)} />}
    </>
  )
}

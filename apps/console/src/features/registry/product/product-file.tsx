import { exportProduct, importProduct, productFileSchema, productResource, type ProductRow } from '@sluice/contract'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call } from '../../../lib/api/api.ts'
import type { CallFailure } from '../../../lib/api/api-outcome.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { saveContent } from '../../../lib/api/save-file.ts'
import { useText } from '../../../lib/text/text.ts'
import { FileChoice } from '../../../parts/form/file-choice.tsx'
import { SideDialog } from '../../../parts/overlay/side-dialog.tsx'

/** Saves the model of a product as one file. */
export function ExportFile({ product, onClose }: { product: ProductRow; onClose: () => void }) {
  const { t } = useText()
  const { busy, mutate } = useMutation()
  const save = async () => {
    const done = await mutate(async () => {
      const file = await call(exportProduct, { id: product.id })
      const content = new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: 'application/json' })
      saveContent(content, `${file.model.productNo}.product.json`)
    })
    if (done) onClose()
  }
  return (
    <SideDialog
      title={t('productEdit.exportFile', { name: product.name })}
      busy={busy}
      confirmLabel={t('productEdit.exportNow')}
      onConfirm={() => void save()}
      onClose={onClose}
    >
      <p className="hint">{t('productEdit.exportHint')}</p>
    </SideDialog>
  )
}

/** What a text holds as JSON; undefined where it is none. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Makes a draft from a file, and leads to it. */
export function ImportFile({ onClose }: { onClose: () => void }) {
  const { t, byName } = useText()
  const [file, setFile] = useState<File | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { busy, mutate } = useMutation(productResource.name)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const bring = async (chosen: File) => {
    const { data: read } = productFileSchema.safeParse(jsonIn(await chosen.text()))
    if (!read) return setRefusal(t('productEdit.fileNot'))
    let id = ''
    const refused = ({ fields }: CallFailure) =>
      setRefusal(Object.values(fields ?? {}).map((reason) => byName(`reason.${reason}`, reason))[0] ?? null)
    const work = async () => {
      ;({ id } = await call(importProduct, { file: read }))
    }
    if (!(await mutate(work, { done: t('productEdit.fileBrought'), refused }))) return
    onClose()
    void navigate(`${pathname}/${id}`)
  }
  return (
    <SideDialog
      title={t('productEdit.file')}
      busy={busy}
      ready={file !== null}
      onConfirm={() => file && void bring(file)}
      onClose={onClose}
    >
      <FileChoice
        file={file}
        accept=".json"
        hint={t('productEdit.fileHint')}
        onFile={(chosen) => {
          setFile(chosen)
          setRefusal(null)
        }}
      />
      {refusal && (
        <p className="form-error" role="alert">
          {refusal}
        </p>
      )}
    </SideDialog>
  )
}

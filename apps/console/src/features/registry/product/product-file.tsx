import {
  exportProduct,
  exportTsl,
  importProduct,
  type ProductFile,
  productFileSchema,
  productResource,
  type ProductRow,
  type Tsl,
  type TslLeftOut,
  tslSchema,
} from '@sluice/contract'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call } from '../../../lib/api/api.ts'
import type { CallFailure } from '../../../lib/api/api-outcome.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { saveContent } from '../../../lib/api/save-file.ts'
import { useText } from '../../../lib/text/text.ts'
import { Select } from '../../../parts/control/select.tsx'
import { FileChoice } from '../../../parts/form/file-choice.tsx'
import { SideDialog } from '../../../parts/overlay/side-dialog.tsx'
import { LeftOutList, TslForm } from './tsl-form.tsx'

function saveJson(content: unknown, name: string): void {
  saveContent(new Blob([`${JSON.stringify(content, null, 2)}\n`], { type: 'application/json' }), name)
}

const FORMATS = ['OWN', 'TSL'] as const

/** Saves the model of a product as one file, and says what the format of another platform cannot hold. */
export function ExportFile({ product, onClose }: { product: ProductRow; onClose: () => void }) {
  const { t } = useText()
  const [format, setFormat] = useState<(typeof FORMATS)[number]>('OWN')
  const [leftOut, setLeftOut] = useState<TslLeftOut>([])
  const { busy, mutate } = useMutation()
  const saveOwn = async () => {
    const file = await call(exportProduct, { id: product.id })
    saveJson(file, `${file.model.productNo}.product.json`)
    onClose()
  }
  const saveTsl = async () => {
    const answer = await call(exportTsl, { id: product.id })
    saveJson(answer.tsl, `${product.productNo}.tsl.json`)
    if (answer.leftOut.length === 0) onClose()
    setLeftOut(answer.leftOut)
  }
  return (
    <SideDialog
      title={t('productEdit.exportFile', { name: product.name })}
      busy={busy}
      confirmLabel={t('productEdit.exportNow')}
      onConfirm={() => void mutate(format === 'OWN' ? saveOwn : saveTsl)}
      onClose={onClose}
    >
      <Select
        aria-label={t('productEdit.format')}
        value={format}
        options={FORMATS.map((value) => ({ value, label: t(`productEdit.format.${value}`) }))}
        onChange={(value: (typeof FORMATS)[number]) => setFormat(value)}
      />
      <p className="hint">{t(`productEdit.exportHint.${format}`)}</p>
      <LeftOutList leftOut={leftOut} />
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

type Content = { own: ProductFile } | { tsl: Tsl } | 'unknown'

function contentOf(text: string): Content {
  const json = jsonIn(text)
  const own = productFileSchema.safeParse(json)
  if (own.success) return { own: own.data }
  const tsl = tslSchema.safeParse(json)
  return tsl.success ? { tsl: tsl.data } : 'unknown'
}

/** Makes a draft from a file, and leads to it. */
export function ImportFile({ onClose }: { onClose: () => void }) {
  const { t, byName } = useText()
  const [file, setFile] = useState<File | null>(null)
  const [content, setContent] = useState<Content | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { busy, mutate } = useMutation(productResource.name)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const lead = (id: string) => {
    onClose()
    void navigate(`${pathname}/${id}`)
  }
  if (content && typeof content === 'object' && 'tsl' in content)
    return <TslForm tsl={content.tsl} onDone={lead} onClose={onClose} />
  const choose = async (chosen: File) => {
    setFile(chosen)
    setRefusal(null)
    const read = contentOf(await chosen.text())
    setContent(read)
    if (read === 'unknown') setRefusal(t('productEdit.fileNot'))
  }
  const own = content && typeof content === 'object' ? content.own : null
  const bring = async (whole: ProductFile) => {
    let id = ''
    const refused = ({ fields }: CallFailure) =>
      setRefusal(Object.values(fields ?? {}).map((reason) => byName(`reason.${reason}`, reason))[0] ?? null)
    const work = async () => {
      ;({ id } = await call(importProduct, { file: whole }))
    }
    if (await mutate(work, { done: t('productEdit.fileBrought'), refused })) lead(id)
  }
  return (
    <SideDialog
      title={t('productEdit.file')}
      busy={busy}
      ready={own !== null}
      onConfirm={() => own && void bring(own)}
      onClose={onClose}
    >
      <FileChoice
        file={file}
        accept=".json"
        hint={t('productEdit.fileHint')}
        onFile={(chosen) => void choose(chosen)}
      />
      {refusal && (
        <p className="form-error" role="alert">
          {refusal}
        </p>
      )}
    </SideDialog>
  )
}

import {
  type OutputOf,
  type ProductVersion,
  type productModel,
  productVersionModel,
  rollBackProduct,
} from '@sluice/contract'
import { useState } from 'react'
import { useAnswer } from '../../../../lib/api/answer.ts'
import { call } from '../../../../lib/api/api.ts'
import { useMutation } from '../../../../lib/api/mutation.ts'
import { showTime } from '../../../../lib/time/clock.ts'
import { useText } from '../../../../lib/text/text.ts'
import { Button } from '../../../../parts/button/button.tsx'
import { Fetched } from '../../../../parts/fetched/fetched.tsx'
import { SideDialog } from '../../../../parts/overlay/side-dialog.tsx'
import { Section } from '../../../../parts/section/section.tsx'
import { ChangeList } from './change-list.tsx'
import { NoteField } from '../note-field.tsx'

type Product = OutputOf<typeof productModel>

interface Props {
  id: string
  product: Product
  /** Whether earlier versions can be put in force from here. */
  mayChange: boolean
}

/** Every version of a product, newest first; the draft is dashed, the one in force solid. */
export function VersionLine({ id, product, mayChange }: Props) {
  const { t } = useText()
  const [open, setOpen] = useState<ProductVersion | null>(null)
  const { versions, versionNo, draft } = product
  return (
    <Section title={t('productEdit.versions')}>
      {versions.length === 0 && !draft && <p className="hint">{t('productEdit.noVersions')}</p>}
      <ol className="model-versions">
        {draft && (
          <li className="model-version dashed">
            <b>{t('productEdit.draftOf', { n: versionNo + 1 })}</b>
            <small className="t3">
              {draft.byName} · {showTime(draft.savedTime)}
            </small>
          </li>
        )}
        {versions.map((version) => (
          <li
            key={version.versionNo}
            className={version.versionNo === versionNo ? 'model-version in-force' : 'model-version'}
          >
            <Button kind="link" onClick={() => setOpen(version)}>
              {`v${version.versionNo}`}
            </Button>
            <span className="clip">
              {version.versionNo === versionNo
                ? t('productEdit.inUse', { n: product.devices })
                : version.inForceFrom === null
                  ? t('productEdit.neverInForce')
                  : t('productEdit.ended')}
              {version.note !== '' && ` · ${version.note}`}
            </span>
            <small className="t3">
              {version.byName ?? t('productEdit.byProgram')} · {showTime(version.createTime)}
            </small>
          </li>
        ))}
      </ol>
      {open && (
        <VersionDialog id={id} product={product} version={open} mayChange={mayChange} onClose={() => setOpen(null)} />
      )}
    </Section>
  )
}

/** What putting this version in force would change, and the button that does it. */
function VersionDialog({
  id,
  product,
  version,
  mayChange,
  onClose,
}: Props & { version: ProductVersion; onClose: () => void }) {
  const { t } = useText()
  const model = useAnswer(productVersionModel, { id, versionNo: version.versionNo })
  const { busy, mutate } = useMutation('product', 'device')
  const [note, setNote] = useState('')
  const isInForce = version.versionNo === product.versionNo
  const rollBack = async () => {
    const input = { id, version: product.version, versionNo: version.versionNo, note: note.trim() }
    const done = t('productEdit.rolledBack', { n: version.versionNo })
    if (await mutate(() => call(rollBackProduct, input), { done })) onClose()
  }
  const title = t('productEdit.versionTitle', { n: version.versionNo })
  return (
    <SideDialog
      title={title}
      width={560}
      busy={busy}
      ready={note.trim() !== ''}
      confirmLabel={t('productEdit.rollBack')}
      {...(mayChange && !isInForce ? { onConfirm: () => void rollBack() } : {})}
      onClose={onClose}
    >
      <Fetched query={model} rows={5}>
        {(whole) =>
          isInForce ? (
            <p className="hint">{t('productEdit.isInForce')}</p>
          ) : (
            <>
              <h3 className="part-title">{t('productEdit.wouldChange', { n: product.devices })}</h3>
              <ChangeList before={product.inForce} after={whole} />
              {mayChange && <NoteField value={note} onChange={setNote} />}
            </>
          )
        }
      </Fetched>
    </SideDialog>
  )
}

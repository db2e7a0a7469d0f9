import { type Filled, permissionKey, repairRecordResource, type RepairRow, type Signer } from '@sluice/contract'
import { Input, InputNumber } from 'antd'
import { useState } from 'react'
import { create } from 'zustand'
import { usePermission } from '../../../lib/access/access.tsx'
import { useSession } from '../../../lib/access/session.ts'
import { putDraft, removeDraft, useOutbox } from '../../../lib/kept/outbox.ts'
import { photoPlace } from '../../../lib/kept/photo-place.ts'
import type { KeptDraft } from '../../../lib/kept/phone-store.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { ToolButton } from '../../../parts/button/tool-button.tsx'
import { CheckBox } from '../../../parts/control/check-box.tsx'
import { MoneyInput } from '../../../parts/form/measure-inputs.tsx'
import { Section } from '../../../parts/section/section.tsx'
import { signatureImage } from '../../../parts/signature/signature-image.ts'
import { SignaturePad } from '../../../parts/signature/signature-pad.tsx'
import type { Strokes } from '../../../parts/signature/strokes.ts'
import { changeOf, FIELD_STATUSES, filledIn, type WholeFilled } from './field.rules.ts'
import { PhotoButton } from './photo-button.tsx'
import { enter } from './repair-outbox.ts'

type Part = WholeFilled['parts'][number]
/** What is filled in and not entered yet; it is kept on the telephone with every letter. */
interface FieldDraft extends KeptDraft {
  filled: Filled
}

const NO_PART: Part = { item: '', quantity: 1, price: 0 }
const fieldName = (name: string) => byName(`repairRecord.${name}`)

function Parts({ value, onChange }: { value: readonly Part[]; onChange: (parts: Part[]) => void }) {
  const { t } = useText()
  const cell = (n: number, name: keyof Part) =>
    t('lines.cell', { n: n + 1, field: byName(`repairRecord.parts.${name}`) })
  const change = (n: number, part: Partial<Part>) =>
    onChange(value.map((one, at) => (at === n ? { ...one, ...part } : one)))
  return (
    <div className="repair-parts">
      {value.map((part, n) => (
        // Parts have no id before they are entered.
        <div key={n} className="repair-part">
          <Input
            aria-label={cell(n, 'item')}
            value={part.item}
            maxLength={60}
            onChange={({ target }) => change(n, { item: target.value })}
          />
          <InputNumber<number>
            aria-label={cell(n, 'quantity')}
            value={part.quantity}
            min={0}
            max={100_000}
            precision={2}
            controls={false}
            onChange={(quantity) => change(n, { quantity: quantity ?? 0 })}
          />
          <MoneyInput value={part.price} onChange={(price) => change(n, { price: price ?? 0 })} />
          <ToolButton
            icon="cross"
            label={t('lines.remove', { n: n + 1 })}
            onClick={() => onChange(value.filter((_, at) => at !== n))}
          />
        </div>
      ))}
      <Button icon="plus" onClick={() => onChange([...value, NO_PART])}>
        {t('repair.field.addPart')}
      </Button>
    </div>
  )
}

/** A name, typed and drawn; a new signature takes the place of the old one. */
function Sign({ orderId, signer, own }: { orderId: string; signer: Signer; own: string }) {
  const { t } = useText()
  const [name, setName] = useState(own)
  const [strokes, setStrokes] = useState<Strokes>([])
  const label = t(signer === 'WORKER' ? 'repair.worker' : 'repair.customer')
  const sign = async () => {
    await enter(orderId, { kind: 'SIGNATURE', signer, name: name.trim(), content: signatureImage(strokes) })
    setStrokes([])
  }
  return (
    <div className="repair-sign">
      <Input
        value={name}
        maxLength={50}
        aria-label={t('repair.field.nameOf', { who: label })}
        placeholder={label}
        onChange={({ target }) => setName(target.value)}
      />
      <SignaturePad label={t('repair.field.signatureOf', { who: label })} value={strokes} onChange={setStrokes} />
      <Button disabled={!name.trim() || strokes.length === 0} onClick={() => void sign()}>
        {t('repair.field.sign', { who: label })}
      </Button>
    </div>
  )
}

function useFieldDraft(row: RepairRow) {
  const key = `repair ${row.id}`
  const userId = useSession(({ userInfo }) => userInfo?.id ?? '')
  const kept = useOutbox(({ drafts }) => drafts.find((draft) => draft.key === key)) as FieldDraft | undefined
  const filled: WholeFilled = { ...filledIn(row), ...(kept?.filled as Partial<WholeFilled> | undefined) }
  return {
    filled,
    change: changeOf(row, filled),
    fill: (more: Filled) => putDraft({ key, userId, filled: { ...kept?.filled, ...more } } as FieldDraft),
    done: () => removeDraft(key),
  }
}

/** Whoever carries the telephone decides whether it says where it is; the camera may say so by itself. */
const useLocating = create<{ asks: boolean }>(() => ({ asks: false }))

function TakePhoto({ orderId }: { orderId: string }) {
  const { t } = useText()
  const { asks } = useLocating()
  const take = async (content: string, file: File) => {
    const place = await photoPlace(file, asks)
    await enter(orderId, { kind: 'PHOTO', content, ...(place ? { place } : {}) })
  }
  return (
    <div className="repair-photo">
      <PhotoButton onPhoto={take}>{t('repair.field.takePhoto')}</PhotoButton>
      <CheckBox checked={asks} onChange={(agreed) => useLocating.setState({ asks: agreed })}>
        {t('repair.photo.locate')}
      </CheckBox>
    </div>
  )
}

/** What is found out and done beside the device; everything waits on the telephone until there is a line. */
export function FieldForm({ row }: { row: RepairRow }) {
  const { t } = useText()
  const name = useSession((session) => session.name)
  const held = useSession(({ roles }) => roles)
  const mayProcess = usePermission(['repairRecord:process'])
  const { filled, change, fill, done } = useFieldDraft(row)
  if (!mayProcess || !held.includes(permissionKey(repairRecordResource, 'update'))) return null
  const isOpen = FIELD_STATUSES.includes(row.status)
  if (!isOpen && row.status !== 'FINISHED') return null
  const isWhole = filled.parts.every(({ item }) => item.trim() !== '')
  const save = async () => {
    if (!change) return
    await enter(row.id, change)
    done()
  }
  const area = (field: 'cause' | 'measure', maxLength: number) => (
    <label>
      <span>{fieldName(field)}</span>
      <Input.TextArea
        value={filled[field] ?? ''}
        maxLength={maxLength}
        autoSize={{ minRows: 1, maxRows: 5 }}
        onChange={({ target }) => fill({ [field]: target.value })}
      />
    </label>
  )
  return (
    <Section title={t('repair.field.title')} label={t('repair.field.title')} className="repair-field no-print">
      {isOpen && (
        <>
          <TakePhoto orderId={row.id} />
          {area('cause', 500)}
          <CheckBox checked={filled.damaged ?? false} onChange={(damaged) => fill({ damaged })}>
            {fieldName('damaged')}
          </CheckBox>
          {area('measure', 1000)}
          <span>{fieldName('parts')}</span>
          <Parts value={filled.parts} onChange={(parts) => fill({ parts })} />
          <label>
            <span>{fieldName('laborFee')}</span>
            <MoneyInput value={filled.laborFee} onChange={(laborFee) => fill({ laborFee })} />
          </label>
          <label>
            <span>{fieldName('untested')}</span>
            <Input
              value={filled.untested ?? ''}
              maxLength={200}
              onChange={({ target }) => fill({ untested: target.value })}
            />
          </label>
          <Button kind="theme" disabled={!change || !isWhole} onClick={() => void save()}>
            {t('repair.field.save')}
          </Button>
        </>
      )}
      <div className="repair-signing">
        <Sign orderId={row.id} signer="WORKER" own={name ?? ''} />
        <Sign orderId={row.id} signer="CUSTOMER" own={row.contact ?? ''} />
      </div>
    </Section>
  )
}

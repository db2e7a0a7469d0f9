import { type DeviceTypeCode, importTsl, productResource, type Tsl, type TslLeftOut } from '@sluice/contract'
import { Form } from 'antd'
import { useState } from 'react'
import { typeChoices } from '../../../domain/device-types.ts'
import { call } from '../../../lib/api/api.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { useText } from '../../../lib/text/text.ts'
import { Select } from '../../../parts/control/select.tsx'
import { SideDialog } from '../../../parts/overlay/side-dialog.tsx'
import { type Naming, NamingFields, refusedFields } from './naming-fields.tsx'

/** Item by item what one model has and the other cannot hold. */
export function LeftOutList({ leftOut }: { leftOut: TslLeftOut }) {
  const { t } = useText()
  if (leftOut.length === 0) return null
  return (
    <section aria-live="polite">
      <h3 className="part-title">{t('productEdit.leftOut', { n: leftOut.length })}</h3>
      <table className="plain">
        <tbody>
          {leftOut.map(({ item, reason }) => (
            <tr key={`${item} ${reason}`}>
              <td className="mono">{item}</td>
              <td>{t(`productEdit.leftOut.${reason}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface Props {
  tsl: Tsl
  /** Leads to the draft. */
  onDone: (id: string) => void
  onClose: () => void
}

type Typed = Naming & { deviceTypeCode: DeviceTypeCode }

/** Names the product that a thing model becomes, and then says what of it was not taken. */
export function TslForm({ tsl, onDone, onClose }: Props) {
  const { t } = useText()
  const [form] = Form.useForm<Typed>()
  const [made, setMade] = useState<{ id: string; leftOut: TslLeftOut } | null>(null)
  const { busy, mutate } = useMutation(productResource.name)
  const save = async () => {
    const typed = await form.validateFields().catch(() => undefined)
    if (!typed) return
    const work = async () => {
      const answer = await call(importTsl, { ...typed, productNo: typed.productNo.toUpperCase(), tsl })
      if (answer.leftOut.length === 0) onDone(answer.id)
      else setMade(answer)
    }
    await mutate(work, {
      done: t('productEdit.fileBrought'),
      refused: (failure) => form.setFields(refusedFields<Typed>(failure)),
    })
  }
  return (
    <SideDialog
      title={t('productEdit.tsl')}
      busy={busy}
      {...(made ? { confirmLabel: t('productEdit.toDraft') } : {})}
      onConfirm={() => (made ? onDone(made.id) : void save())}
      onClose={onClose}
    >
      {made ? (
        <LeftOutList leftOut={made.leftOut} />
      ) : (
        <>
          <p className="hint">{t('productEdit.tslHint', { n: tsl.properties.length })}</p>
          <Form
            form={form}
            name="thing-model"
            layout="vertical"
            requiredMark={false}
            initialValues={{ deviceTypeCode: 'SENSOR' }}
          >
            <NamingFields />
            <Form.Item name="deviceTypeCode" label={t('product.deviceTypeCode')}>
              <Select options={typeChoices()} />
            </Form.Item>
          </Form>
        </>
      )}
    </SideDialog>
  )
}

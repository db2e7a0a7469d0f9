import {
  createProduct,
  type DeviceTypeCode,
  NODE_KINDS,
  productLibrary,
  productResource,
  type ProductRow,
  productVocabulary,
} from '@sluice/contract'
import { Form } from 'antd'
import { useLocation, useNavigate } from 'react-router'
import { typeChoices } from '../../../domain/device-types.ts'
import { useAnswer } from '../../../lib/api/answer.ts'
import { call } from '../../../lib/api/api.ts'
import type { CallFailure } from '../../../lib/api/api-outcome.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { Select } from '../../../parts/control/select.tsx'
import { TemplateSelect } from './template-select.tsx'
import { type Naming, NamingFields, refusedFields } from './naming-fields.tsx'
import { ExportFile, ImportFile } from './product-file.tsx'
import type { ListSlots } from '../../../parts/list/layout/list-slots.ts'
import { SideDialog } from '../../../parts/overlay/side-dialog.tsx'

interface Props {
  /** The product to copy; null: one that begins empty. */
  source: Pick<ProductRow, 'id' | 'name'> | null
  onClose: () => void
}

interface Typed extends Naming {
  deviceTypeCode: DeviceTypeCode
  nodeKind: (typeof NODE_KINDS)[number]
  protocol: string
  /** The ready model to begin from. */
  template?: string
}

/** Begins a product, empty or as a copy, and leads to its page, where the draft waits. */
function NewProductForm({ source, onClose }: Props) {
  const { t } = useText()
  const [form] = Form.useForm<Typed>()
  const { busy, mutate } = useMutation(productResource.name)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const vocabulary = useAnswer(productVocabulary, source ? null : {})
  const library = useAnswer(productLibrary, source ? null : {})
  const template = Form.useWatch('template', form)
  const protocols = vocabulary.data?.protocols ?? []
  const save = async () => {
    const typed = await form.validateFields().catch(() => undefined)
    if (!typed) return
    const { productNo, name, englishName, deviceTypeCode, nodeKind, protocol } = typed
    const begun = typed.template ? { template: typed.template } : { deviceTypeCode, nodeKind, protocol }
    const from = source ? { copyOf: source.id } : begun
    let id = ''
    const work = async () => {
      ;({ id } = await call(createProduct, { productNo: productNo.toUpperCase(), name, englishName, from }))
    }
    const refused = (failure: CallFailure) => form.setFields(refusedFields<Typed>(failure))
    if (!(await mutate(work, { done: t('productEdit.begun'), refused }))) return
    onClose()
    const list = source && pathname.endsWith(source.id) ? pathname.replace(/\/[^/]+$/, '') : pathname
    void navigate(`${list}/${id}`)
  }
  return (
    <SideDialog
      title={source ? t('productEdit.copyOf', { name: source.name }) : t('productEdit.create')}
      busy={busy}
      onConfirm={() => void save()}
      onClose={onClose}
    >
      <p className="hint">{t('productEdit.createHint')}</p>
      <Form
        form={form}
        name="new-product"
        layout="vertical"
        requiredMark={false}
        initialValues={{ deviceTypeCode: 'SENSOR', nodeKind: 'DIRECT' }}
      >
        {!source && (
          <Form.Item name="template" label={t('productEdit.template')}>
            <TemplateSelect
              library={library.data ?? []}
              onPick={({ name, englishName }) => form.setFieldsValue({ name, englishName })}
            />
          </Form.Item>
        )}
        <NamingFields />
        {!source && !template && (
          <>
            <Form.Item name="deviceTypeCode" label={t('product.deviceTypeCode')}>
              <Select options={typeChoices()} />
            </Form.Item>
            <Form.Item name="nodeKind" label={t('product.nodeKind')}>
              <Select options={NODE_KINDS.map((value) => ({ value, label: byName(`enum.nodeKind.${value}`) }))} />
            </Form.Item>
            <Form.Item
              name="protocol"
              label={t('product.protocol')}
              rules={[{ required: true, message: byName('reason.required') }]}
            >
              <Select options={protocols.map(({ protocol }) => ({ value: protocol, label: protocol }))} />
            </Form.Item>
          </>
        )}
      </Form>
    </SideDialog>
  )
}

/** The forms of the actions of products. */
export const PRODUCT_FORMS = {
  forms: {
    copy: (row, close) => <NewProductForm source={row} onClose={close} />,
    exportFile: (row, close) => <ExportFile product={row} onClose={close} />,
  },
  listForms: {
    create: (close) => <NewProductForm source={null} onClose={close} />,
    importFile: (close) => <ImportFile onClose={close} />,
  },
} satisfies Pick<ListSlots<typeof productResource>, 'forms' | 'listForms'>

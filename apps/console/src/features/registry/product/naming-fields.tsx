import { Form, Input } from 'antd'
import type { CallFailure } from '../../../lib/api/api-outcome.ts'
import { byName, useText } from '../../../lib/text/text.ts'

/** What a person names a new product by. */
export interface Naming {
  productNo: string
  name: string
  englishName: string
}

/** The refused fields of a form, each with its reason. */
export function refusedFields<T extends object>({ fields }: CallFailure) {
  return Object.entries(fields ?? {}).map(([field, reason]) => ({
    name: field as keyof T & string,
    errors: [byName(`reason.${reason}`, reason)],
  }))
}

/** The fields that name a new product. */
export function NamingFields() {
  const { t } = useText()
  const required = [{ required: true, whitespace: true, message: byName('reason.required') }]
  return (
    <>
      <Form.Item
        name="productNo"
        label={t('product.productNo')}
        rules={[...required, { pattern: /^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$/, message: byName('reason.format') }]}
      >
        <Input className="mono" maxLength={40} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item name="name" label={t('product.name')} rules={required}>
        <Input maxLength={50} autoComplete="off" />
      </Form.Item>
      <Form.Item name="englishName" label={byName('productEdit.fact.englishName')} rules={required}>
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
    </>
  )
}

import { type Metric, METRIC_KINDS, metricSchema } from '@sluice/contract'
import { Form, Input, InputNumber } from 'antd'
import { byName, useText } from '../../../lib/text/text.ts'
import { Select } from '../../../parts/control/select.tsx'
import { SideDialog } from '../../../parts/overlay/side-dialog.tsx'

interface Props {
  /** Null: a new one. */
  metric: Metric | null
  /** The platform's metric of the same key: its kind and unit are fixed. */
  platform: Metric | undefined
  taken: (key: string) => boolean
  onSave: (metric: Metric) => void
  onClose: () => void
}

interface Typed {
  key: string
  nameZh: string
  nameEn: string
  kind: Metric['kind']
  unit: string
  decimals: number
  hardMin: number | null
  hardMax: number | null
  counterMax: number | null
  values: string
  warnMin: number | null
  warnMax: number | null
  seriousMin: number | null
  seriousMax: number | null
}

function typedOf(metric: Metric | null): Typed {
  const { name, warn, serious } = metric ?? {}
  return {
    key: metric?.key ?? '',
    nameZh: name?.[0] ?? '',
    nameEn: name?.[1] ?? '',
    kind: metric?.kind ?? 'number',
    unit: metric?.unit ?? '',
    decimals: metric?.decimals ?? 2,
    hardMin: metric?.hardMin ?? null,
    hardMax: metric?.hardMax ?? null,
    counterMax: metric?.counterMax ?? null,
    values: metric?.values?.join(', ') ?? '',
    warnMin: warn?.min ?? null,
    warnMax: warn?.max ?? null,
    seriousMin: serious?.min ?? null,
    seriousMax: serious?.max ?? null,
  }
}

const given = <K extends string, V>(key: K, value: V | null | undefined) =>
  (value === null || value === undefined ? {} : { [key]: value }) as { [key in K]?: V }
const boundsOf = (min: number | null, max: number | null) => {
  const bounds = { ...given('min', min), ...given('max', max) }
  return Object.keys(bounds).length > 0 ? bounds : null
}

/** What was typed, as a metric with the history of the one it was; undefined where it is none. */
function metricOf(typed: Typed, metric: Metric | null): Metric | undefined {
  const isNumber = typed.kind === 'number' || typed.kind === 'integer'
  const values = typed.values.split(/[\s,，]+/).filter((word) => word !== '')
  const hasName = typed.nameZh.trim() !== '' && typed.nameEn.trim() !== ''
  const parsed = metricSchema.safeParse({
    key: typed.key.trim(),
    kind: typed.kind,
    unit: typed.unit.trim(),
    decimals: typed.kind === 'number' ? typed.decimals : 0,
    ...(isNumber ? { ...given('hardMin', typed.hardMin), ...given('hardMax', typed.hardMax) } : {}),
    ...(isNumber ? given('counterMax', typed.counterMax) : {}),
    ...(typed.kind === 'enum' ? { values: values.map((word) => word.toUpperCase()) } : {}),
    ...given('was', metric?.was),
    ...given('name', hasName ? [typed.nameZh.trim(), typed.nameEn.trim()] : null),
    ...(isNumber ? given('warn', boundsOf(typed.warnMin, typed.warnMax)) : {}),
    ...(isNumber ? given('serious', boundsOf(typed.seriousMin, typed.seriousMax)) : {}),
  })
  return parsed.success ? parsed.data : undefined
}

function Bounds({ names, label }: { names: readonly [keyof Typed, keyof Typed]; label: string }) {
  const { t } = useText()
  return (
    <fieldset className="bounds">
      <legend>{label}</legend>
      {names.map((name, n) => (
        <Form.Item key={name} name={name} noStyle>
          <InputNumber
            aria-label={`${label} ${t(n === 0 ? 'productEdit.lowest' : 'productEdit.highest')}`}
            placeholder={t(n === 0 ? 'productEdit.lowest' : 'productEdit.highest')}
          />
        </Form.Item>
      ))}
    </fieldset>
  )
}

/** One quantity of a model: its name, unit and range, and the values that call for attention. */
export function MetricForm({ metric, platform, taken, onSave, onClose }: Props) {
  const { t } = useText()
  const [form] = Form.useForm<Typed>()
  const kind = Form.useWatch('kind', form) ?? metric?.kind ?? 'number'
  const isNumber = kind === 'number' || kind === 'integer'
  const isFixed = platform !== undefined
  const save = async () => {
    const typed = await form.validateFields().catch(() => undefined)
    const made = typed && metricOf({ ...typedOf(metric), ...typed }, metric)
    if (made) onSave(made)
  }
  const required = [{ required: true, whitespace: true, message: byName('reason.required') }]
  return (
    <SideDialog
      title={t(metric ? 'productEdit.metricTitle' : 'productEdit.ownMetric')}
      onConfirm={() => void save()}
      onClose={onClose}
    >
      {isFixed && <p className="hint">{t('productEdit.platformMetric')}</p>}
      <Form form={form} name="metric" layout="vertical" requiredMark={false} initialValues={typedOf(metric)}>
        <Form.Item
          name="key"
          label={t('productEdit.key')}
          {...(metric && !isFixed ? { extra: t('productEdit.renameHint') } : {})}
          rules={[
            ...required,
            { pattern: /^[a-z][A-Za-z0-9_]{0,39}$/, message: t('productEdit.keyRule') },
            {
              validator: (_rule, key: string) =>
                metric?.key !== key.trim() && taken(key.trim())
                  ? Promise.reject(new Error(byName('reason.taken')))
                  : Promise.resolve(),
            },
          ]}
        >
          <Input className="mono" disabled={isFixed} maxLength={40} autoComplete="off" spellCheck={false} />
        </Form.Item>
        <div className="form-grid two">
          <Form.Item name="nameZh" label={t('productEdit.nameZh')} rules={isFixed ? [] : required}>
            <Input maxLength={40} autoComplete="off" />
          </Form.Item>
          <Form.Item name="nameEn" label={t('productEdit.nameEn')} rules={isFixed ? [] : required}>
            <Input maxLength={60} autoComplete="off" />
          </Form.Item>
          <Form.Item name="kind" label={t('product.pointKind')}>
            <Select
              disabled={isFixed}
              options={METRIC_KINDS.map((value) => ({ value, label: t(`enum.pointKind.${value}`) }))}
            />
          </Form.Item>
          {isNumber && (
            <Form.Item name="unit" label={t('product.pointUnit')}>
              <Input maxLength={12} disabled={isFixed} autoComplete="off" />
            </Form.Item>
          )}
          {kind === 'number' && (
            <Form.Item name="decimals" label={t('productEdit.decimals')}>
              <InputNumber min={0} max={6} precision={0} />
            </Form.Item>
          )}
          {isNumber && (
            <Form.Item name="counterMax" label={t('productEdit.counterMax')} tooltip={t('productEdit.counterHint')}>
              <InputNumber min={0} disabled={isFixed && platform.counterMax === undefined} />
            </Form.Item>
          )}
        </div>
        {kind === 'enum' && (
          <Form.Item name="values" label={t('productEdit.enumValues')} rules={required}>
            <Input className="mono" disabled={isFixed} autoComplete="off" spellCheck={false} />
          </Form.Item>
        )}
        {isNumber && (
          <>
            <Bounds names={['hardMin', 'hardMax']} label={t('productEdit.range')} />
            <Bounds names={['warnMin', 'warnMax']} label={t('productEdit.warn')} />
            <Bounds names={['seriousMin', 'seriousMax']} label={t('productEdit.serious')} />
          </>
        )}
      </Form>
    </SideDialog>
  )
}

import { type CommandDef, commandTemplateResource, type DeviceRow, inspectFrame, RAW_COMMAND } from '@sluice/contract'
import { toHex } from '@sluice/kit'
import { Input } from 'antd'
import type { ReactNode } from 'react'
import {
  type Given,
  givenParameters,
  lacksParameter,
  nameOfCommand,
  ParameterFields,
} from '../../../domain/command-parameters.tsx'
import { usePermission } from '../../../lib/access/access.tsx'
import { useAnswer } from '../../../lib/api/answer.ts'
import { pageOf } from '../../../lib/api/resource-calls.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { Select } from '../../../parts/control/select.tsx'
import { Glyph } from '../../../parts/icon/glyphs.tsx'
import { useQuery } from '@tanstack/react-query'
import { bytesOf, checksumOf, CRC_MODES, type CrcMode, spaced } from './hex-command.ts'

/** What is typed, in every mode: changing the mode loses nothing. */
export interface Typed {
  deviceNo: string
  deviceId: string | null
  code: string
  params: Given
  isHex: boolean
  pattern: string
  value: string
  crcMode: CrcMode
  reason: string
  confirmed: boolean
}

export const NOTHING_TYPED: Typed = {
  deviceNo: '',
  deviceId: null,
  code: '',
  params: {},
  isHex: false,
  pattern: '',
  value: '',
  crcMode: 'NONE',
  reason: '',
  confirmed: false,
}

/** What of a command its form needs. */
type Asked = Pick<CommandDef, 'code' | 'params' | 'name'>

/** Who has no session sees no device, and so not what it understands: the kinds that valves have. */
const KNOWN: readonly Asked[] = [
  { code: 'OPEN', params: {} },
  { code: 'CLOSE', params: {} },
  { code: 'STOP', params: {} },
  {
    code: 'SET_OPENING',
    params: { opening: { kind: 'integer', required: true, min: 0, max: 100, unit: '%' } },
  },
  { code: 'READ', params: {} },
]

function askedOf({ code }: Typed, device: DeviceRow | undefined): Asked | undefined {
  return (device?.commands ?? KNOWN).find((one) => one.code === code)
}

/** A field with its name above. */
export function Row({ name, extra, children }: { name: string; extra?: ReactNode; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label className="command-row">
      <span className="t2">{name}</span>
      {children}
      {extra && <small className="t3">{extra}</small>}
    </label>
  )
}

/** The bytes of what is typed, with the checksum; null while they are none. */
export function hexOf({ pattern, value, crcMode }: Typed, device: DeviceRow | undefined): string | null {
  const bytes = bytesOf(pattern, { addr: device?.stationAddress ?? '', value })
  return bytes && toHex(bytes) + checksumOf(bytes, crcMode)
}

export function paramsOf(typed: Typed, device: DeviceRow | undefined): Given {
  if (typed.isHex) return { hex: hexOf(typed, device) ?? '' }
  return givenParameters(askedOf(typed, device)?.params ?? {}, typed.params)
}

/** Whether the command has to be told more than it was. */
export function lacksParams(typed: Typed, device: DeviceRow | undefined): boolean {
  return lacksParameter(askedOf(typed, device)?.params ?? {}, typed.params)
}

interface FieldsProps {
  typed: Typed
  change: (more: Partial<Typed>) => void
}

/** One command of the device by its name, with what it has to be told. */
export function CodeFields({ typed, change, device }: FieldsProps & { device: DeviceRow | undefined }) {
  const { t } = useText()
  return (
    <>
      <Row name={t('commandPage.code')}>
        <Select<string>
          aria-label={t('commandPage.code')}
          placeholder={t('form.choose')}
          value={typed.code || null}
          options={(device?.commands ?? KNOWN).map((one) => ({ value: one.code, label: nameOfCommand(one) }))}
          onChange={(code) => change({ code, params: {}, confirmed: false })}
        />
      </Row>
      <ParameterFields
        params={askedOf(typed, device)?.params ?? {}}
        given={typed.params}
        onChange={(params) => change({ params })}
        className="command-row"
      />
    </>
  )
}

/** What the codecs say of the bytes: the protocol that knows them, and whether its checksum is right. */
function Checked({ hex }: { hex: string }) {
  const { t } = useText()
  const may = usePermission(['frame:inspect'])
  const { data: frame } = useAnswer(inspectFrame, may ? { hex } : null, { silent: true, staleMs: 60_000 })
  const sum = frame?.fields.find(({ kind }) => kind === 'checksum')
  if (!frame || !sum) return null
  const protocol = byName(`protocol.${frame.protocol}`, frame.protocol)
  const facts = { protocol, value: sum.value ?? '', expected: sum.expected ?? '' }
  return (
    <p className={sum.expected ? 'row tight form-error' : 'row tight t2'}>
      <Glyph name={sum.expected ? 'failed' : 'done'} />
      {sum.expected ? t('commandPage.sumWrong', facts) : t('commandPage.sumRight', facts)}
    </p>
  )
}

/** Typed bytes, or a template, with every checksum beside it as one types. */
export function HexFields({ typed, change, device }: FieldsProps & { device: DeviceRow | undefined }) {
  const { t } = useText()
  const may = usePermission(['commandTemplate:list'])
  const templates = useQuery({
    queryKey: ['page', commandTemplateResource.name, 'all'],
    queryFn: ({ signal }) => pageOf(commandTemplateResource, { limit: 100 }, { silent: true, signal }),
    enabled: may,
  })
  const rows = (templates.data?.list ?? []).filter(({ protocol }) => !device || protocol === device.protocol)
  const bytes = bytesOf(typed.pattern, { addr: device?.stationAddress ?? '', value: typed.value })
  const hex = hexOf(typed, device)
  return (
    <>
      {rows.length > 0 && (
        <Row name={t('commandPage.template')}>
          <Select<string>
            aria-label={t('commandPage.template')}
            placeholder={t('form.choose')}
            value={null}
            options={rows.map(({ id, name }) => ({ value: id, label: String(name) }))}
            onChange={(id) => {
              const row = rows.find((one) => one.id === id)
              if (row) change({ pattern: String(row.hexPattern), crcMode: row.crcMode as CrcMode })
            }}
          />
        </Row>
      )}
      <Row name={t('commandPage.hex')} extra={t('commandPage.hexHint')}>
        <Input.TextArea
          className="mono"
          autoSize={{ minRows: 2, maxRows: 8 }}
          aria-label={t('commandPage.hex')}
          placeholder="7E7E {addr} …"
          value={typed.pattern}
          onChange={({ target }) => change({ pattern: target.value })}
        />
      </Row>
      {typed.pattern.includes('{value}') && (
        <Row name={t('commandPage.value')}>
          <Input
            className="mono"
            aria-label={t('commandPage.value')}
            value={typed.value}
            onChange={({ target }) => change({ value: target.value })}
          />
        </Row>
      )}
      <div className="command-sums" role="radiogroup" aria-label={t('commandPage.crc')}>
        {CRC_MODES.map((mode) => (
          <label key={mode} className={mode === typed.crcMode ? 'on' : ''}>
            <input
              type="radio"
              name="crc"
              checked={mode === typed.crcMode}
              onChange={() => change({ crcMode: mode })}
            />
            <span>{byName(`enum.crcMode.${mode}`)}</span>
            <code>{bytes ? spaced(checksumOf(bytes, mode)) : ''}</code>
          </label>
        ))}
      </div>
      {hex && (
        <div className="command-wire">
          <small className="t3">{t('commandPage.wire', { n: hex.length / 2 })}</small>
          <code>{spaced(hex)}</code>
          <Checked hex={hex} />
        </div>
      )}
    </>
  )
}

/** Whether the command needs a typed reason, by the device's own definition. */
export function asksReason({ isHex, code }: Typed, device: DeviceRow | undefined): boolean {
  if (isHex) return RAW_COMMAND.danger === 'DOUBLE'
  return device?.commands.find((one) => one.code === code)?.danger === 'DOUBLE'
}

import { type CommandDef, type DeviceRow, RAW_COMMAND, TYPED_TOPICS } from '@sluice/contract'
import { toHex } from '@sluice/kit'
import type { ReactNode } from 'react'
import {
  type Given,
  givenParameters,
  lacksParameter,
  nameOfCommand,
  ParameterFields,
} from '../../../domain/command/command-parameters.tsx'
import { hasTrait } from '../../../domain/traits.ts'
import { useText } from '../../../lib/text/text.ts'
import { Select } from '../../../parts/control/select.tsx'
import { bytesOf, checksumOf, type CrcMode } from './hex-command.ts'
import { filledPayload, messageHex, messageProblem } from './typed-message.ts'

/** What is typed, in every mode: changing the mode loses nothing. */
export interface Typed {
  deviceNo: string
  deviceId: string | null
  code: string
  params: Given
  isHex: boolean
  pattern: string
  topic: string
  payload: string
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
  topic: TYPED_TOPICS.request,
  payload: '',
  value: '',
  crcMode: 'NONE',
  reason: '',
  confirmed: false,
}

/** What of a command its form needs. */
export type Asked = Pick<CommandDef, 'code' | 'params' | 'name'>

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

/** What a command is for: a device that is seen, or what a key says that it opens. */
export interface Target {
  device: DeviceRow | undefined
  /** Of a device that is not seen, undefined while nothing is known. */
  ofKey?: readonly Asked[] | undefined
}

function commandsOf({ device, ofKey }: Target): readonly Asked[] {
  return device?.commands ?? ofKey ?? KNOWN
}

function askedOf({ code }: Typed, target: Target): Asked | undefined {
  return commandsOf(target).find((one) => one.code === code)
}

/** How a device is sent what somebody types; before one is chosen, as most are. */
export function rawKindOf(device: DeviceRow | undefined): 'FRAME' | 'MESSAGE' | null {
  if (!device || hasTrait(device, 'RAW_FRAME')) return 'FRAME'
  return hasTrait(device, 'RAW_MESSAGE') ? 'MESSAGE' : null
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

/** The bytes of what is typed, with the checksum, or as a message; null while they are none. */
export function hexOf(
  { pattern, topic, payload, value, crcMode }: Typed,
  device: DeviceRow | undefined,
): string | null {
  const kind = rawKindOf(device)
  if (kind === null) return null
  if (kind === 'MESSAGE') {
    const filled = { topic, payload: filledPayload({ topic, payload }, value) }
    return messageProblem(filled, filled.payload) === null ? messageHex(filled) : null
  }
  const bytes = bytesOf(pattern, { addr: device?.stationAddress ?? '', value })
  return bytes && toHex(bytes) + checksumOf(bytes, crcMode)
}

export function paramsOf(typed: Typed, target: Target): Given {
  if (typed.isHex) return { hex: hexOf(typed, target.device) ?? '' }
  return givenParameters(askedOf(typed, target)?.params ?? {}, typed.params)
}

/** Whether the command has to be told more than it was. */
export function lacksParams(typed: Typed, target: Target): boolean {
  return lacksParameter(askedOf(typed, target)?.params ?? {}, typed.params)
}

export interface FieldsProps {
  typed: Typed
  change: (more: Partial<Typed>) => void
}

/** One command of the device by its name, with what it has to be told. */
export function CodeFields({ typed, change, target }: FieldsProps & { target: Target }) {
  const { t } = useText()
  return (
    <>
      <Row name={t('commandPage.code')}>
        <Select<string>
          aria-label={t('commandPage.code')}
          placeholder={t('form.choose')}
          value={typed.code || null}
          options={commandsOf(target).map((one) => ({ value: one.code, label: nameOfCommand(one) }))}
          onChange={(code) => change({ code, params: {}, confirmed: false })}
        />
      </Row>
      <ParameterFields
        params={askedOf(typed, target)?.params ?? {}}
        given={typed.params}
        onChange={(params) => change({ params })}
        className="command-row"
      />
    </>
  )
}

/** Whether the command needs a typed reason, by the device's own definition. */
export function asksReason({ isHex, code }: Typed, device: DeviceRow | undefined): boolean {
  if (isHex) return RAW_COMMAND.danger === 'DOUBLE'
  return device?.commands.find((one) => one.code === code)?.danger === 'DOUBLE'
}

import {
  CHANNEL_ADDRESS_MOST,
  CHANNEL_SHAPES,
  type ChannelSetting,
  type ChannelValue,
  type FieldReason,
  leadsElsewhere,
  type WireKind,
} from '@sluice/contract'
import { readParameters } from './message-text.ts'
import { hostProblem, urlProblem } from './target.ts'

export type Values = Readonly<Record<string, ChannelValue>>
export type Secrets = Readonly<Record<string, string>>

/** What a channel is to have; `secrets` are those that were typed, `forget` names those that go. */
export interface Wanted {
  settings: Values
  secrets: Secrets
  forget: readonly string[]
}

export interface StoredSettings {
  settings: Values
  secrets: Secrets
}

type Problems = Record<string, FieldReason>
type Judged = ({ ok: true } & StoredSettings) | { ok: false; fields: Problems }

/** What the settings of a channel would be, or what is wrong with each. */
export function judgeSettings(kind: WireKind, wanted: Wanted, before: StoredSettings | null): Judged {
  const fields: Problems = {}
  const settings = takeSettings(kind, wanted.settings, fields)
  const secrets = takeSecrets(kind, wanted, before, fields)
  if (before && leadsElsewhere(kind, before.settings, settings)) {
    for (const name of Object.keys(secrets)) if (!typed(wanted, name)) fields[`secrets.${name}`] = 'secret-again'
  }
  if (kind === 'EMAIL' && settings['user'] !== '' && secrets['password'] === undefined)
    fields['secrets.password'] ??= 'required'
  return Object.keys(fields).length > 0 ? { ok: false, fields } : { ok: true, settings, secrets }
}

/** Whether everything is there that the channel cannot do without. */
export function isComplete(kind: WireKind, { settings, secrets }: StoredSettings): boolean {
  return judgeSettings(kind, { settings, secrets, forget: [] }, null).ok
}

function takeSettings(kind: WireKind, given: Values, fields: Problems): Record<string, ChannelValue> {
  const known = CHANNEL_SHAPES[kind].settings
  for (const name of Object.keys(given)) if (!Object.hasOwn(known, name)) fields[`settings.${name}`] = 'unknown-field'
  return Object.fromEntries(
    Object.entries(known).map(([name, setting]) => {
      const raw = Object.hasOwn(given, name) ? given[name]! : setting.start
      const value = typeof raw === 'string' ? raw.trim() : raw
      const problem = problemOf(setting, value) ?? (name === 'from' && !SENDER.test(String(value)) ? 'format' : null)
      if (problem) fields[`settings.${name}`] = problem
      return [name, value]
    }),
  )
}

/** `me@example.com`, or with a name before it. */
const SENDER = /^[^<>@\s]+@[^<>@\s]+$|^[^<>@]*<[^<>@\s]+@[^<>@\s]+>$/
const CONTROL = /\p{Cc}/u
/** What a header takes. */
const HEADER = /^[\x20-\x7e]+$/

function problemOf(setting: ChannelSetting, value: ChannelValue): FieldReason | null {
  if (setting.kind === 'switch') return typeof value === 'boolean' ? null : 'type'
  if (setting.kind === 'number') {
    if (typeof value !== 'number' || !Number.isInteger(value)) return 'type'
    return value < setting.least ? 'too-small' : value > setting.most ? 'too-big' : null
  }
  if (typeof value !== 'string') return 'type'
  if (value === '') return setting.required ? 'required' : null
  if (value.length > ('most' in setting ? setting.most : CHANNEL_ADDRESS_MOST)) return 'too-long'
  if (setting.kind === 'lines') return readParameters(value) ? null : 'format'
  if (CONTROL.test(value)) return 'format'
  if (setting.kind === 'url') return urlProblem(value)
  return setting.kind === 'host' ? hostProblem(value) : null
}

const typed = ({ secrets }: Wanted, name: string) => (secrets[name]?.trim() ?? '') !== ''

function takeSecrets(
  kind: WireKind,
  wanted: Wanted,
  before: StoredSettings | null,
  fields: Problems,
): Record<string, string> {
  const known = CHANNEL_SHAPES[kind].secrets
  for (const name of [...Object.keys(wanted.secrets), ...wanted.forget])
    if (!Object.hasOwn(known, name)) fields[`secrets.${name}`] = 'unknown-field'
  const kept: Record<string, string> = {}
  for (const [name, { least, required }] of Object.entries(known)) {
    const isGone = wanted.forget.includes(name)
    const value = typed(wanted, name)
      ? bareSecret(name, wanted.secrets[name]!.trim())
      : isGone
        ? ''
        : before?.secrets[name]
    if (!value) {
      if (required) fields[`secrets.${name}`] = 'required'
      continue
    }
    if (CONTROL.test(value) || (name === 'authorization' && !HEADER.test(value))) fields[`secrets.${name}`] = 'format'
    else if (value.length < least) fields[`secrets.${name}`] = 'too-short'
    kept[name] = value
  }
  return kept
}

/** Robots show their token inside a whole address, which people copy. */
const IN_ADDRESS: Readonly<Record<string, string>> = { accessToken: 'access_token', key: 'key' }

function bareSecret(name: string, value: string): string {
  const parameter = IN_ADDRESS[name]
  return (parameter && URL.parse(value)?.searchParams.get(parameter)) || value
}

/** `text` without any secret, plain or as an address writes it. */
export function maskSecrets(text: string, secrets: Iterable<string>): string {
  const forms = [...secrets].flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64'),
  ])
  const longestFirst = forms.filter((form) => form.length > 3).toSorted((one, two) => two.length - one.length)
  return longestFirst.reduce((masked, form) => masked.replaceAll(form, '***'), text)
}

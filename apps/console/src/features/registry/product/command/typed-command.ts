import {
  type CommandWithRequest,
  type FieldReason,
  type ModelCommand,
  modelProblems,
  type ProductModel,
  RPC_COMMANDS,
  type RpcTemplate,
  withCommand,
} from '@sluice/contract'
import type { MetricLookup } from '../draft/model-words.ts'

type Parameter = ModelCommand['params'][string]
export type ParameterKind = Parameter['kind']

export interface TypedChoice {
  code: string
  zh: string
  en: string
}

/** A parameter in the form: what was typed for another kind stays while the kind is changed. */
export interface TypedParameter {
  /** Tells the lines of the form apart while their names are typed. */
  id: number
  name: string
  zh: string
  en: string
  kind: ParameterKind
  required: boolean
  unit: string
  min: number | null
  max: number | null
  decimals: number
  choices: readonly TypedChoice[]
  length: number | null
}

export const PROOFS = ['ANSWER', 'EQUALS', 'NEAR', 'REST', 'AT', 'OPENING'] as const
export type Proof = (typeof PROOFS)[number]

/** A command as it stands in its form. */
export interface TypedCommand {
  code: string
  zh: string
  en: string
  danger: ModelCommand['danger']
  absolute: boolean
  ackTimeoutS: number | null
  execTimeoutS: number | null
  params: readonly TypedParameter[]
  proof: Proof
  metric: string
  value: string
  param: string
  tolerance: number | null
  subject: string
  at: number | null
  /** Null: the map of its protocol, or the table of its protocol's requests, says what is sent. */
  request: RpcTemplate | null
}

const METHOD = (code: string) => code.toLowerCase().replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())

let ids = 0
export function newParameter(count: number): TypedParameter {
  return {
    id: ++ids,
    name: `value${count === 0 ? '' : count + 1}`,
    zh: '',
    en: '',
    kind: 'integer',
    required: true,
    unit: '',
    min: null,
    max: null,
    decimals: 1,
    choices: [{ code: '', zh: '', en: '' }],
    length: null,
  }
}

/** A new command: of a valve's own or not, it is asked once and its answer ends it until somebody says more. */
export function newCommand(sendsRpc: boolean): TypedCommand {
  return {
    code: '',
    zh: '',
    en: '',
    danger: 'CONFIRM',
    absolute: true,
    ackTimeoutS: null,
    execTimeoutS: null,
    params: [],
    proof: 'ANSWER',
    metric: '',
    value: '',
    param: '',
    tolerance: null,
    subject: '',
    at: null,
    request: sendsRpc ? { method: '', params: '{}' } : null,
  }
}

/** A command as its form shows it. */
export function typedOf({ command, request }: CommandWithRequest, sendsRpc: boolean): TypedCommand {
  const { code, name, danger, absolute, ackTimeoutS, execTimeoutS, params } = command
  const isMapped = RPC_COMMANDS.some((one) => one === code)
  return {
    ...newCommand(sendsRpc),
    code,
    zh: name?.[0] ?? '',
    en: name?.[1] ?? '',
    danger,
    absolute,
    ackTimeoutS: ackTimeoutS ?? null,
    execTimeoutS: execTimeoutS ?? null,
    params: Object.entries(params).map(([key, field]) => typedParameter(key, field)),
    ...typedTarget(command),
    request: request ?? (sendsRpc && !isMapped ? { method: METHOD(code), params: '{}' } : null),
  }
}

function typedParameter(name: string, field: Parameter): TypedParameter {
  const { kind, label, required = false } = field
  const typed = { ...newParameter(0), name, kind, required, zh: label?.[0] ?? '', en: label?.[1] ?? '' }
  if (kind === 'text') return { ...typed, length: field.max ?? null }
  if (kind === 'enum') {
    const choices = field.values.map((code) => ({
      code,
      zh: field.words?.[code]?.[0] ?? '',
      en: field.words?.[code]?.[1] ?? '',
    }))
    return { ...typed, choices }
  }
  if (kind === 'boolean') return typed
  const { unit = '', min = null, max = null } = field
  return { ...typed, unit, min, max, ...(kind === 'decimal' ? { decimals: field.decimals ?? 2 } : {}) }
}

function typedTarget({ target }: ModelCommand): Partial<TypedCommand> {
  if (target === null) return { proof: 'ANSWER' }
  if (target === 'REST') return { proof: 'REST' }
  if ('opening' in target) return { proof: 'AT', at: target.opening }
  if ('openingParam' in target) return { proof: 'OPENING', param: target.openingParam }
  const { metric, subject = '' } = target
  if ('equals' in target) return { proof: 'EQUALS', metric, subject, value: String(target.equals) }
  return { proof: 'NEAR', metric, subject, param: target.param, tolerance: target.tolerance ?? null }
}

const words = (zh: string, en: string) => [zh.trim(), en.trim()] as const
const given = <K extends string, V>(key: K, value: V | null) =>
  (value === null ? {} : { [key]: value }) as { [key in K]?: V }

function parameterOf(typed: TypedParameter): Parameter {
  const { kind, zh, en, required, unit, min, max, decimals, choices, length, name } = typed
  const shared = { ...(zh.trim() && en.trim() ? { label: words(zh, en) } : {}), required }
  if (kind === 'boolean') return { ...shared, kind }
  if (kind === 'text') return { ...shared, kind, ...given('max', length) }
  if (kind === 'enum') {
    const values = choices.map(({ code }) => code.trim())
    const named = choices.map((choice) => [choice.code.trim(), words(choice.zh, choice.en)] as const)
    return { ...shared, kind, enumName: name, values, words: Object.fromEntries(named) }
  }
  const bounds = { ...given('min', min), ...given('max', max), ...given('unit', unit.trim() || null) }
  return kind === 'integer' ? { ...shared, ...bounds, kind } : { ...shared, ...bounds, kind, decimals }
}

function targetOf(typed: TypedCommand, metricOf: MetricLookup): ModelCommand['target'] {
  const { proof, metric, value, param, tolerance, subject, at } = typed
  const about = { metric, ...given('subject', subject.trim() || null) }
  switch (proof) {
    case 'ANSWER':
      return null
    case 'REST':
      return 'REST'
    case 'AT':
      return { opening: at ?? 0 }
    case 'OPENING':
      return { openingParam: param }
    case 'NEAR':
      return { ...about, param, ...given('tolerance', tolerance) }
    case 'EQUALS':
      return { ...about, equals: reported(value.trim(), metricOf(metric)?.kind) }
  }
}

/** What was typed, as devices report it; a number that is none stays text, which no number proves. */
function reported(value: string, kind: string | undefined): number | boolean | string {
  if (kind === 'boolean') return value === 'true'
  const isNumber = (kind === 'number' || kind === 'integer') && value !== '' && Number.isFinite(Number(value))
  return isNumber ? Number(value) : value
}

/** What was typed, as a command with its request; what the form does not show stays as it was. */
export function commandOf(
  typed: TypedCommand,
  before: ModelCommand | undefined,
  metricOf: MetricLookup,
): CommandWithRequest {
  const { name: _name, ackTimeoutS: _ack, execTimeoutS: _exec, ...kept } = before ?? { repeatsOthers: false }
  const { code, zh, en, danger, absolute, params, request } = typed
  const command: ModelCommand = {
    ...(kept as Pick<ModelCommand, 'repeatsOthers' | 'stateMaxAgeS'>),
    code: code.trim(),
    ...(zh.trim() && en.trim() ? { name: words(zh, en) } : {}),
    params: Object.fromEntries(params.map((one) => [one.name.trim(), parameterOf(one)])),
    danger,
    absolute,
    target: targetOf(typed, metricOf),
    ...given('ackTimeoutS', typed.ackTimeoutS),
    ...given('execTimeoutS', typed.execTimeoutS),
  }
  return { command, request: request && { method: request.method.trim(), params: request.params.trim() } }
}

/** Field of the form -> why it is refused. */
export type TypedProblems = Readonly<Record<string, FieldReason>>

const CODE = /^[A-Z][A-Z0-9_]{0,31}$/
const CHOICE = /^[A-Z][A-Z0-9_]{0,19}$/
const PARAMETER = /^[a-z][A-Za-z0-9]{0,31}$/

interface Draft {
  model: ProductModel
  /** Its place in the list; past the end for a new one. */
  at: number
  metricOf: MetricLookup
}

/** Why a command cannot be taken into the model, at the field that says it. */
export function typedProblems(typed: TypedCommand, { model, at, metricOf }: Draft): TypedProblems {
  const problems = new Map<string, FieldReason>()
  const refuse = (field: string, reason: FieldReason | false) => {
    if (reason && !problems.has(field)) problems.set(field, reason)
  }
  const required = (field: string, value: string) => refuse(field, value.trim() === '' && 'required')
  required('code', typed.code)
  refuse('code', !CODE.test(typed.code.trim()) && 'format')
  // The usual commands have their names in the console.
  if (!RPC_COMMANDS.some((code) => code === typed.code.trim()) || typed.zh.trim() || typed.en.trim()) {
    required('zh', typed.zh)
    required('en', typed.en)
  }
  parameterProblems(typed.params, refuse)
  if (typed.request) {
    required('method', typed.request.method)
    required('template', typed.request.params)
  }
  if (typed.proof === 'AT') refuse('at', typed.at === null && 'required')
  if (typed.proof === 'EQUALS' || typed.proof === 'NEAR') required('metric', typed.metric)
  if (typed.proof === 'EQUALS') required('value', typed.value)
  if (typed.proof === 'NEAR' || typed.proof === 'OPENING') required('param', typed.param)
  rulesOfModel(typed, { model, at, metricOf }, refuse)
  return Object.fromEntries(problems)
}

type Refuse = (field: string, reason: FieldReason | false) => void

function parameterProblems(params: readonly TypedParameter[], refuse: Refuse): void {
  const names = params.map(({ name }) => name.trim())
  params.forEach(({ id, zh, en, kind, choices }, n) => {
    const name = names[n] ?? ''
    const field = (part: string) => `${id}.${part}`
    refuse(field('name'), name === '' && 'required')
    refuse(field('name'), !PARAMETER.test(name) && 'format')
    refuse(field('name'), names.indexOf(name) !== n && 'taken')
    refuse(field('zh'), zh.trim() === '' && 'required')
    refuse(field('en'), en.trim() === '' && 'required')
    if (kind !== 'enum') return
    refuse(field('choices'), choices.length === 0 && 'required')
    const codes = choices.map((choice) => choice.code.trim())
    choices.forEach((choice, at) => {
      const code = codes[at] ?? ''
      refuse(field(`choices.${at}`), [code, choice.zh.trim(), choice.en.trim()].includes('') && 'required')
      refuse(field(`choices.${at}`), !CHOICE.test(code) && 'format')
      refuse(field(`choices.${at}`), codes.indexOf(code) !== at && 'taken')
    })
  })
}

/** What publishing would refuse of this command, which the rules of models say. */
function rulesOfModel(typed: TypedCommand, { model, at, metricOf }: Draft, refuse: Refuse): void {
  const asked = commandOf(typed, model.commands[at], metricOf)
  const would = withCommand(model, at, asked)
  const found = modelProblems(would, metricOf)
  const place = Math.min(at, model.commands.length)
  const { code } = asked.command
  if (model.commands.some((other, n) => n !== at && other.code === code)) refuse('code', 'taken')
  const target = found[`commands.${place}.target`]
  refuse(fieldOfTarget(typed, target), target ?? false)
  for (const { id, name } of typed.params) {
    refuse(`${id}.max`, found[`commands.${place}.params.${name.trim()}.max`] ?? false)
  }
  const requests = would.downlinks && 'requests' in would.downlinks ? (would.downlinks.requests ?? []) : []
  const nth = requests.findIndex((request) => request.code === code)
  refuse('template', found[`downlinks.requests.${nth}.params`] ?? false)
}

/** Where in the form a target that no report can prove is mended. */
function fieldOfTarget({ proof }: TypedCommand, reason: FieldReason | undefined): string {
  if (reason === 'unknown-metric') return 'metric'
  return proof === 'EQUALS' ? 'value' : 'param'
}

/** A template with one more parameter in it: a member of the object it is, else at its end. */
export function withMark(template: string, name: string): string {
  const mark = `{{${name}}}`
  const text = template.trim()
  if (text === '' || text === '{}') return `{"${name}":${mark}}`
  return /^\{(?!\{)[^]*\}$/.test(text) ? `${text.slice(0, -1)},"${name}":${mark}}` : `${text}${mark}`
}

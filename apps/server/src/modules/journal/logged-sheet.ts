import { RESOURCES, sentenceKeys, type SheetWords } from '@sluice/contract'
import type { Api } from '../../platform/http/mount-operation.ts'
import type { SheetReading } from '../../platform/resource/resource-change.ts'
import type { ResourceRow } from '../../platform/resource/resource.store.ts'
import { type LoggedLine, loggedLines } from './logged-objects.ts'

/** Rows of a sheet: the action is said as a sentence, and a change as what was and what became of it. */
export async function sentencesOf(
  shapes: Api['shapes'],
  rows: readonly ResourceRow[],
  { tx, context, words }: SheetReading,
): Promise<ResourceRow[]> {
  const ids = rows.map(({ id }) => id)
  const lines = await loggedLines({ db: tx, shapes }, context.session, ids)
  const byId = new Map(lines.map((line) => [line.id, line]))
  return rows.map((row) => {
    const line = byId.get(row.id)
    return line ? { ...row, action: sentenceOf(line, words), change: changeOf(line, row['change'], words) } : row
  })
}

/** A text of the request with its slots filled; a slot that is not given stays empty. */
function filled(template: string, facts: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_slot, name: string) => facts[name] ?? '').trim()
}

/** Who did what to which rows, in the words of the request; the action where it brought none. */
export function sentenceOf(line: LoggedLine, { values }: SheetWords): string {
  const said = (key: string) => values[`said.${key}`]
  const { action, kind, command } = line
  const [area = '', verb = ''] = action.split('.')
  const template = sentenceKeys(action, command?.code)
    .map(said)
    .find((text) => text !== undefined)
  if (template === undefined) return action
  return filled(template, {
    who: whoOf(line, said),
    object: objectsOf(line, said),
    kind: values[`one.${kind}`] ?? values[`one.${area}`] ?? kind,
    verb: values[`verb.${verb}`] ?? verb,
  })
}

/** Actors that are nobody's account. */
const NOBODY: Readonly<Record<string, string>> = { retention: 'byRetention', 'command line': 'byShell' }

type Said = (key: string) => string | undefined

function whoOf({ by: { username, nickName, apiKeyName } }: LoggedLine, said: Said): string {
  if (apiKeyName !== null) return filled(said('byKey') ?? '{{name}}', { name: apiKeyName })
  return nickName ?? said(NOBODY[username] ?? '') ?? username
}

/** The first row, by the name that it had then, and how many they are. */
function objectsOf({ objects, targets }: LoggedLine, said: Said): string {
  const [first] = objects
  if (!first) return ''
  const known = first.was ?? first.name
  const object = known ?? filled(said('unnamed') ?? '{{id}}', { id: first.id })
  const named = first.gone && known !== null ? filled(said('gone') ?? '{{object}}', { object }) : object
  return targets > 1 ? filled(said('objects') ?? '{{object}} ({{n}})', { object: named, n: String(targets) }) : named
}

/** Of a command what was reported before, and what is proven since; of a row its changed fields. */
export function changeOf({ action, command }: LoggedLine, change: unknown, words: SheetWords): string | null {
  if (command) {
    if (command.target === null) return null
    const percent = (opening: number | null | undefined) =>
      typeof opening === 'number' ? `${Math.round(opening)} %` : '—'
    const after = command.status === 'EXECUTED' ? command.after?.opening : null
    return `${percent(command.before?.opening)} → ${percent(after)}`
  }
  if (!isChange(change)) return null
  const { before, after } = change
  const [area = ''] = action.split('.')
  const told = (fields: Fields, name: string) => plain(area, name, fields[`${name}Name`] ?? fields[name], words)
  return Object.keys(after)
    .filter((name) => !isQuiet(name, after))
    .map((name) => `${labelOf(area, name, words)}: ${told(before, name)} → ${told(after, name)}`)
    .join('; ')
}

/** What changes with every write, and the name of a row that stands beside its id. */
function isQuiet(name: string, fields: Fields): boolean {
  return QUIET.has(name) || (name.endsWith('Name') && name.slice(0, -'Name'.length) in fields)
}
const QUIET = new Set(['version', 'updateTime', 'createTime'])

const labelOf = (area: string, name: string, { values }: SheetWords) =>
  values[`${area}.${name}`] ?? values[`logged.${name}`] ?? name

type Fields = Readonly<Record<string, unknown>>

function isChange(value: unknown): value is { before: Fields; after: Fields } {
  return typeof value === 'object' && value !== null && 'before' in value && 'after' in value
}

function plain(area: string, name: string, value: unknown, { values, yes, no }: SheetWords): string {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return value ? yes : no
  const field = RESOURCES[area]?.fields[name]
  if (field?.kind === 'enum') return values[`${field.enumName}.${String(value)}`] ?? String(value)
  if (field?.kind === 'enums' && Array.isArray(value))
    return value.map((one) => values[`${field.enumName}.${String(one)}`] ?? String(one)).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

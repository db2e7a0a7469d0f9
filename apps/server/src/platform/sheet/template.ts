import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Field,
  insertSchema,
  type Resource,
  SHEET_REMARK,
  type SheetFormat,
  type SheetWords,
} from '@sluice/contract'
import { Download } from '../http/download.ts'
import type { MountedResource } from '../resource/resource-change.ts'
import { firstNames } from '../resource/resource-stream.store.ts'
import type { Api, CallContext } from '../http/mount-operation.ts'
import { STORED_LANGUAGE } from '../resource/built-in-words.ts'
import { readIn, targetShape } from '../resource/resource-shape.ts'
import type { Scope } from '../http/session.ts'
import { withDictionaries } from './dictionary-words.ts'
import type { Sheet } from './sheet.ts'
import { headingOf, importFields } from './sheet-fields.ts'
import { dictKey, enumWord, sheetKind } from './sheet-kinds.ts'
import { writeSheetFile } from './write-sheet.ts'

/** Names of another resource that are offered to choose from. */
const MOST_NAMES = 50
const TEXTS = ['A001', '0000000001', '13800000000', 'name@example.com', 'ROLE_A', 'Asia/Shanghai']

interface Column {
  name: string
  field: Field
  heading: string
  choices: string[]
  example: string
}

/**
 * An empty sheet to fill in: headings, lists to choose from, an example row that the import ignores, and what each
 * column accepts.
 */
export async function makeTemplate(
  mounted: MountedResource,
  { format, words }: { format: SheetFormat; words: SheetWords },
  { session, language }: Pick<CallContext, 'session' | 'language'>,
): Promise<Download> {
  const { resource } = mounted.shape
  const said = await withDictionaries(mounted, mounted.api.db, words, { language })
  const columns = await columnsOf({ ...mounted, shape: readIn(mounted.shape, language) }, said, session.scope)
  const example = columns.map((column, at) => (at === 0 ? `${SHEET_REMARK} ${column.example}` : column.example))
  const title = words.title ?? resource.name
  const first: Sheet = {
    name: title,
    columns: columns.map(({ heading, field, choices }) => ({
      heading: field.required ? `${heading} *` : heading,
      width: 20,
      choices,
      text: field.kind === 'text' || field.kind === 'longText',
    })),
    rows: [[example]],
  }
  const { folder } = mounted.api.runs
  const { name } = await writeSheetFile(folder, format, [first, explained(columns, words)])
  const path = join(folder, name)
  const content = createReadStream(path)
  content.once('close', () => void rm(path, { force: true }))
  return new Download(`${title}.${format}`, content)
}

async function columnsOf({ api, shape }: MountedResource, words: SheetWords, scope: Scope): Promise<Column[]> {
  const { resource } = shape
  const columns: Column[] = []
  for (const name of importFields(resource)) {
    const field = resource.fields[name]!
    const heading = headingOf(resource, name, words)
    const choices = await choicesOf({ api, shape }, field, words, scope)
    columns.push({ name, field, heading, choices, example: exampleOf(resource, name, choices, heading) })
  }
  return columns
}

/** The choices that a column offers. */
async function choicesOf(
  { api, shape }: Pick<MountedResource, 'api' | 'shape'>,
  field: Field,
  words: SheetWords,
  scope: Scope,
): Promise<string[]> {
  switch (field.kind) {
    case 'enum':
      return field.values.map((value) => enumWord(field, value, words))
    case 'dictionary':
      return inUse(api, field.type, words)
    case 'boolean':
      return [words.yes, words.no]
    case 'ref': {
      const target = shape.resources.get(field.to)
      return target ? firstNames(api.db, targetShape(shape, target), scope, MOST_NAMES) : []
    }
    default:
      return []
  }
}

/** Words of a dictionary that may be chosen. */
async function inUse({ db, dictionary }: Api, type: string, words: SheetWords): Promise<string[]> {
  const entries = (await dictionary(db, type, STORED_LANGUAGE)).filter(({ dictStatus }) => dictStatus === '0')
  return entries.map(({ dictValue }) => words.values[dictKey(type, dictValue)] ?? dictValue)
}

/** An example value that the field accepts. */
function exampleOf(resource: Resource, name: string, choices: readonly string[], heading: string): string {
  const field = resource.fields[name]!
  if (choices[0] !== undefined) return choices[0]
  const known = sheetKind(field).example?.(field)
  if (known !== undefined) return known
  if (field.kind !== 'text' && field.kind !== 'longText') return ''
  if (!field.pattern && !field.unique) return heading.slice(0, field.max ?? 100)
  const schema = insertSchema({ fields: { [name]: field } })
  return TEXTS.find((text) => schema.safeParse({ [name]: text }).success) ?? ''
}

function explained(columns: readonly Column[], words: SheetWords): Sheet {
  const note = (key: string) => words.notes[key] ?? key
  const widths = { column: 20, required: 10, allowed: 60, example: 24 }
  return {
    name: note('explain'),
    columns: Object.entries(widths).map(([key, width]) => ({ heading: note(key), width })),
    rows: [
      columns.map(({ heading, field, choices, example }) => [
        heading,
        field.required ? words.yes : words.no,
        choices.length > 0 ? choices.join(' / ') : (sheetKind(field).takes?.(field) ?? ''),
        example,
      ]),
    ],
  }
}

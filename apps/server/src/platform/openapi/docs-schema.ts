import { escaped } from './docs-html.ts'
import type { DocsTexts } from './docs-texts.ts'
import type { JsonSchema } from './json-schema.ts'

const SCHEMAS = '#/components/schemas/'
const MOST_VALUES = 12

export function anchor(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]/g, '-')
}

/** A shape of the document by its name, as a link to it. */
function linked(reference: string): string {
  const name = reference.replace(SCHEMAS, '')
  return `<a href="#${anchor(name)}">${escaped(name)}</a>`
}

/** What a value is, in a few words: `string`, `integer`, a list of something, one of some values. */
export function kindOf(schema: JsonSchema | undefined, texts: DocsTexts): string {
  if (!schema) return ''
  if (typeof schema['$ref'] === 'string') return linked(schema['$ref'])
  if ('const' in schema) return `<code>${escaped(JSON.stringify(schema['const']))}</code>`
  const values = schema['enum'] as unknown[] | undefined
  if (values) {
    const named = values.slice(0, MOST_VALUES).map((value) => `<code>${escaped(String(value))}</code>`)
    return [...named, ...(values.length > MOST_VALUES ? ['…'] : [])].join(' ')
  }
  const ways = (schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined
  if (ways) return [...new Set(ways.map((way) => kindOf(way, texts)))].join(` ${texts.or} `)
  if (schema['type'] === 'array') return `${texts.listOf} ${kindOf(schema['items'] as JsonSchema, texts)}`
  const types = [schema['type'] ?? 'any'].flat().map((type) => escaped(String(type)))
  return types.join(` ${texts.or} `) + boundsOf(schema)
}

const BOUNDS = ['minLength', 'maxLength', 'minimum', 'maximum', 'format', 'pattern', 'default'] as const

/** What a value has to keep to. */
function boundsOf(schema: JsonSchema): string {
  const kept = BOUNDS.filter((name) => schema[name] !== undefined && isTelling(name, schema[name]))
  return kept.map((name) => ` <small>${name} <code>${escaped(String(schema[name]))}</code></small>`).join('')
}

/** Bounds of the wire and not of the field: the largest whole number, the pattern that a format already names. */
function isTelling(name: string, value: unknown): boolean {
  if (typeof value === 'number' && Math.abs(value) >= Number.MAX_SAFE_INTEGER) return false
  return name !== 'pattern' || String(value).length <= 60
}

interface Member {
  name: string
  required: boolean
  schema: JsonSchema | undefined
}

/** The members of an object, or undefined for a shape that is none. */
export function membersOf(schema: JsonSchema | undefined): Member[] | undefined {
  const properties = schema?.['properties'] as Record<string, JsonSchema> | undefined
  if (!properties) return undefined
  const required = (schema?.['required'] ?? []) as string[]
  return Object.entries(properties).map(([name, part]) => ({ name, required: required.includes(name), schema: part }))
}

/** Members as a table: name, what it is, and whether it has to be given. */
export function memberTable(members: readonly Member[], texts: DocsTexts, head: string): string {
  const rows = members.map(
    ({ name, required, schema }) =>
      `<tr><th scope="row"><code>${escaped(name)}</code></th><td>${kindOf(schema, texts)}${about(schema)}</td><td>${required ? texts.required : ''}</td></tr>`,
  )
  return `<h4>${head}</h4><div class="wide"><table>${rows.join('')}</table></div>`
}

const about = (schema: JsonSchema | undefined) =>
  typeof schema?.['description'] === 'string' ? `<br><small lang="en">${escaped(schema['description'])}</small>` : ''

/** The schema itself, folded; its references are links to the shapes at the end of the page. */
export function schemaText(value: unknown, texts: DocsTexts): string {
  const text = escaped(JSON.stringify(value, null, 2)).replaceAll(
    /&quot;#\/components\/schemas\/(\w+)&quot;/g,
    (_, name: string) => `&quot;<a href="#${anchor(name)}">${name}</a>&quot;`,
  )
  return `<details class="raw"><summary>${texts.schema}</summary><pre tabindex="0">${text}</pre></details>`
}

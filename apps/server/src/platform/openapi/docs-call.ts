import { ERRORS, type ErrorCode, errorText, type Language } from '@sluice/contract'
import { escaped, paragraphs } from './docs-html.ts'
import { anchor, kindOf, memberTable, membersOf, schemaText } from './docs-schema.ts'
import type { DocsTexts } from './docs-texts.ts'
import type { JsonSchema } from './json-schema.ts'

export interface Call {
  path: string
  method: string
  operation: JsonSchema
}

/** What a call does, in the reader's language where the program has words for it. */
export function titleIn({ operation }: Call, language: Language): string {
  const titles = operation['x-title'] as Record<Language, string> | undefined
  return titles?.[language] ?? String(operation['summary'])
}

/** Who may: who has to be signed in, which permission is needed, whether a key of a program opens it. */
function whoMay({ operation }: Call, texts: DocsTexts): string {
  const permission = operation['x-permission']
  const access = texts.access[operation['x-access'] as keyof DocsTexts['access']]
  const callers = operation['x-callers'] === 'people-and-programs' ? texts.programs : texts.people
  const key = permission === undefined ? '' : ` <code>${escaped(String(permission))}</code>`
  return `<p class="who"><b>${texts.who}</b> ${access}${key}${operation['x-access'] === 'public' ? '' : ` · ${callers}`}</p>`
}

/** The refusals by their status, each a link to what it may mean. */
function refusals({ operation }: Call, texts: DocsTexts): string {
  const statuses = Object.keys(operation['responses'] as object).filter((status) => Number(status) >= 400)
  if (statuses.length === 0) return ''
  const links = statuses.map((status) => `<a href="#error-${status}">${status}</a>`)
  return `<p class="refusals"><b>${texts.refusals}</b> ${links.join(' ')}</p>`
}

/** The contents of the envelope, or the whole body where there is none. */
function contentOf(holder: unknown): JsonSchema | string | undefined {
  const content = (holder as { content?: Record<string, { schema?: JsonSchema }> } | undefined)?.content
  if (content === undefined) return undefined
  const [[type, { schema }] = ['', {}]] = Object.entries(content) as [string, { schema?: JsonSchema }][]
  const properties = schema?.['properties'] as Record<string, JsonSchema> | undefined
  if (properties && 'code' in properties && 'data' in properties) return properties['data']
  return schema ?? type
}

/** A body or an answer: its members as a table, the schema folded below it. */
function shape(content: JsonSchema | string | undefined, head: string, texts: DocsTexts): string {
  if (content === undefined) return ''
  if (typeof content === 'string') return `<h4>${head}</h4><p><code>${escaped(content)}</code></p>`
  const members = membersOf(content)
  if (members && members.length > 0) return memberTable(members, texts, head) + schemaText(content, texts)
  return `<h4>${head}</h4><p>${members ? texts.nothing : kindOf(content, texts)}</p>${schemaText(content, texts)}`
}

export function callBlock(call: Call, texts: DocsTexts, language: Language): string {
  const { path, method, operation } = call
  const parameters = (operation['parameters'] ?? []) as { name: string; required?: boolean; schema?: JsonSchema }[]
  const asked = parameters.map(({ name, required, schema }) => ({ name, required: required === true, schema }))
  const id = anchor(String(operation['operationId']))
  return `<details class="call" id="${id}"><summary><b class="${method}">${method.toUpperCase()}</b>
<span class="title">${escaped(titleIn(call, language))}</span> <code>${escaped(path)}</code></summary>
${whoMay(call, texts)}
${paragraphs(String(operation['description'] ?? ''), ' lang="en" class="said"')}
${asked.length > 0 ? memberTable(asked, texts, texts.parameters) : ''}
${shape(contentOf(operation['requestBody']), texts.input, texts)}
${shape(contentOf((operation['responses'] as Record<string, JsonSchema>)['200']), texts.answer, texts)}
${refusals(call, texts)}</details>`
}

/** Every error by its status: key, code and what people are told. */
export function errorSection(texts: DocsTexts, language: Language): string {
  const keys = Object.keys(ERRORS) as ErrorCode[]
  const statuses = [...new Set(keys.map((key) => ERRORS[key].status))]
    .filter((status) => status >= 400)
    .sort((one, other) => one - other)
  const rows = (status: number) =>
    keys
      .filter((key) => ERRORS[key].status === status)
      .map(
        (key) =>
          `<tr><th scope="row"><code>${key}</code></th><td>${escaped(errorText(key, language).replaceAll(/\{\w+\}/g, '…'))}</td><td>${ERRORS[key].code}</td></tr>`,
      )
      .join('')
  const blocks = statuses.map(
    (status) => `<h3 id="error-${status}">${status}</h3><div class="wide"><table>${rows(status)}</table></div>`,
  )
  return `<section><h2 id="errors">${texts.errors}</h2>${blocks.join('')}</section>`
}

import type { Language } from '@sluice/contract'
import type { JsonSchema } from './json-schema.ts'
import { DOCS_STYLE } from './docs-style.ts'
import { type DocsTexts, docsTexts } from './docs-texts.ts'

export interface PageOptions {
  /** Only calls whose path, name or words hold this. */
  search: string
  language: Language
  nonce: string
}

interface Call {
  path: string
  method: string
  operation: JsonSchema
}

/** The document as one page: no script, no further request; folded parts open with the keyboard too. */
export function docsPage(document: JsonSchema, { search, language, nonce }: PageOptions): string {
  const texts = docsTexts(language)
  const wanted = search.trim().toLowerCase()
  const calls = callsOf(document).filter((call) => wanted === '' || wordsOf(call).includes(wanted))
  const byTag = new Map<string, Call[]>()
  for (const call of calls) {
    const [tag = ''] = call.operation['tags'] as string[]
    byTag.set(tag, [...(byTag.get(tag) ?? []), call])
  }
  const info = document['info'] as { title: string; version: string; description: string }
  const { schemas } = document['components'] as { schemas: Record<string, JsonSchema> }
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${info.title} · ${texts.title}</title>
<style nonce="${nonce}">${DOCS_STYLE}</style></head><body>
<header><h1>${info.title} <small>${escaped(info.version)}</small></h1>
<p class="links"><a href="/">${texts.home}</a><a href="/openapi.json">${texts.file}</a>${languageLink(language)}</p>
<form method="get" action="/docs" role="search"><input type="hidden" name="lang" value="${language}">
<input type="search" name="q" value="${escaped(search)}" placeholder="${texts.search}" aria-label="${texts.search}">
<button>${texts.find}</button>${wanted ? `<a href="/docs?lang=${language}">${texts.all}</a>` : ''}</form>
<p class="count">${texts.calls}: ${calls.length}</p></header>
<div class="body"><nav aria-label="${texts.title}"><ul>${[...byTag].map(([tag, list]) => `<li><a href="#${anchor(tag)}">${escaped(tag)}</a> <small>${list.length}</small></li>`).join('')}</ul></nav>
<main>${wanted ? '' : `<section class="about">${paragraphs(info.description)}</section>`}
${calls.length === 0 ? `<p class="none">${texts.none}</p>` : ''}
${[...byTag].map(([tag, list]) => `<section><h2 id="${anchor(tag)}">${escaped(tag)}</h2>${list.map((call) => callBlock(call, texts)).join('')}</section>`).join('')}
${wanted ? '' : `<section><h2 id="schemas">${texts.schemas}</h2>${Object.entries(schemas).map(schemaBlock).join('')}</section>`}
</main></div></body></html>`
}

function languageLink(language: Language): string {
  return language === 'zh-CN'
    ? '<a href="/docs?lang=en-US" lang="en">English</a>'
    : '<a href="/docs?lang=zh-CN" lang="zh-CN">中文</a>'
}

function callsOf({ paths }: JsonSchema): Call[] {
  return Object.entries(paths as Record<string, Record<string, JsonSchema>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
}

function wordsOf({ path, operation }: Call): string {
  const { summary, operationId, description } = operation
  return [path, summary, operationId, operation['x-permission'], description].join(' ').toLowerCase()
}

function callBlock({ path, method, operation }: Call, texts: DocsTexts): string {
  const access = texts.access[operation['x-access'] as keyof DocsTexts['access']]
  const permission = operation['x-permission']
  const parameters = (operation['parameters'] ?? []) as JsonSchema[]
  const body = contentOf(operation['requestBody'])
  const responses = operation['responses'] as Record<string, JsonSchema>
  const refused = Object.keys(responses).filter((status) => Number(status) >= 400)
  return `<details><summary><b class="${method}">${method.toUpperCase()}</b> <code>${escaped(path)}</code>
<span>${escaped(String(operation['summary']))}</span><em>${permission === undefined ? access : escaped(String(permission))}</em></summary>
${paragraphs(String(operation['description'] ?? ''))}
${parameters.length > 0 ? parameterTable(parameters, texts) : ''}
${body ? `<h3>${texts.input}</h3>${json(body)}` : ''}
<h3>${texts.answer}</h3>${json(contentOf(responses['200']) ?? {})}
${refused.length > 0 ? `<p><b>${texts.refusals}</b> ${refused.join(', ')}</p>` : ''}</details>`
}

/** The contents of the envelope, or the whole body where there is none. */
function contentOf(holder: unknown): unknown {
  const content = (holder as { content?: Record<string, { schema?: JsonSchema }> } | undefined)?.content
  if (content === undefined) return undefined
  const [[type, { schema }] = ['', {}]] = Object.entries(content) as [string, { schema?: JsonSchema }][]
  const properties = schema?.['properties'] as Record<string, unknown> | undefined
  if (properties && 'code' in properties && 'data' in properties) return { data: properties['data'] }
  return schema ?? type
}

function parameterTable(parameters: readonly JsonSchema[], texts: DocsTexts): string {
  const rows = parameters.map(
    ({ name, required, schema }) =>
      `<tr><th scope="row"><code>${escaped(String(name))}</code>${required ? ` <small>${texts.required}</small>` : ''}</th><td><code>${escaped(JSON.stringify(schema))}</code></td></tr>`,
  )
  return `<h3>${texts.parameters}</h3><div class="wide"><table>${rows.join('')}</table></div>`
}

function schemaBlock([name, schema]: [string, JsonSchema]): string {
  return `<details id="${anchor(name)}"><summary><code>${escaped(name)}</code></summary>${json(schema)}</details>`
}

/** References become links to the shapes at the end of the page. */
function json(value: unknown): string {
  const text = escaped(JSON.stringify(value, null, 2))
  const linked = text.replaceAll(
    /&quot;#\/components\/schemas\/(\w+)&quot;/g,
    (_, name: string) => `&quot;<a href="#${anchor(name)}">${name}</a>&quot;`,
  )
  return `<pre tabindex="0">${linked}</pre>`
}

/** Blank lines part paragraphs; `code` and **bold** as in Markdown. */
function paragraphs(text: string): string {
  return text
    .split('\n\n')
    .filter((part) => part.trim() !== '')
    .map((part) =>
      escaped(part)
        .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
        .replaceAll(/\*\*([^*]+)\*\*/g, '<b>$1</b>'),
    )
    .map((part) => `<p>${part}</p>`)
    .join('')
}

function anchor(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]/g, '-')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

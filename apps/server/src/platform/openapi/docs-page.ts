import type { Language } from '@sluice/contract'
import { aboutIn } from './about.ts'
import { type Call, callBlock, errorSection, titleIn } from './docs-call.ts'
import { escaped, paragraphs } from './docs-html.ts'
import { anchor, memberTable, membersOf, schemaText } from './docs-schema.ts'
import { DOCS_STYLE } from './docs-style.ts'
import { type DocsTexts, docsTexts } from './docs-texts.ts'
import type { JsonSchema } from './json-schema.ts'

export interface PageOptions {
  /** Only calls whose path, name or words hold this. */
  search: string
  language: Language
  nonce: string
}

/** The logo: a gate above water. */
const MARK =
  '<svg viewBox="0 0 26 26" width="26" height="26" aria-hidden="true"><path d="M3.1 15.2a10 10 0 0 0 19.8 0z" fill="#409eff"/><circle cx="13" cy="13" r="10.9" fill="none" stroke="currentColor" stroke-width="2.2"/><path d="M13 5.2v7.2" stroke="currentColor" stroke-width="4.6" stroke-linecap="round"/></svg>'

/** The document as one page: no script, no further request; folded parts open with the keyboard too. */
export function docsPage(document: JsonSchema, { search, language, nonce }: PageOptions): string {
  const texts = docsTexts(language)
  const wanted = search.trim().toLowerCase()
  const calls = callsOf(document).filter((call) => wanted === '' || wordsOf(call).includes(wanted))
  const byTag = Map.groupBy(calls, ({ operation }) => (operation['tags'] as string[])[0] ?? '')
  const info = document['info'] as { title: string; version: string }
  const { schemas } = document['components'] as { schemas: Record<string, JsonSchema> }
  const parts = [...byTag]
    .map(
      ([tag, list]) =>
        `<section><h2 id="${anchor(tag)}">${escaped(tag)}</h2>${list.map((call) => callBlock(call, texts, language)).join('')}</section>`,
    )
    .join('')
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${texts.title} - ${info.title}</title><style nonce="${nonce}">${DOCS_STYLE}</style></head><body>
<header><a class="home" href="/">${MARK}<b>${info.title}</b></a><h1>${texts.title} <small>${escaped(info.version)}</small></h1>
${searchForm(search, language, texts)}<p class="links"><a href="/openapi.json">${texts.file}</a>${languageLink(language)}</p></header>
<div class="body"><nav aria-label="${texts.title}"><p>${texts.calls} <b>${calls.length}</b></p><ul>${[...byTag].map(([tag, list]) => `<li><a href="#${anchor(tag)}">${escaped(tag)}</a> <small>${list.length}</small></li>`).join('')}
${wanted ? '' : `<li><a href="#errors">${texts.errors}</a></li><li><a href="#schemas">${texts.schemas}</a></li>`}</ul></nav>
<main>${wanted ? '' : `<section class="about">${paragraphs(aboutIn(language))}</section>`}
${calls.length === 0 ? `<p class="none">${texts.none}</p>` : ''}${parts}
${errorSection(texts, language)}
<section><h2 id="schemas">${texts.schemas}</h2>${Object.entries(schemas)
    .map((entry) => schemaBlock(entry, texts))
    .join('')}</section>
</main></div></body></html>`
}

function searchForm(search: string, language: Language, texts: DocsTexts): string {
  const all = search.trim() === '' ? '' : `<a href="/docs?lang=${language}">${texts.all}</a>`
  return `<form method="get" action="/docs" role="search"><input type="hidden" name="lang" value="${language}">
<input type="search" name="q" value="${escaped(search)}" placeholder="${texts.search}" aria-label="${texts.search}">
<button>${texts.find}</button>${all}</form>`
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

/** What a search looks through: the words of both languages too. */
function wordsOf(call: Call): string {
  const { summary, operationId, description } = call.operation
  const titles = [titleIn(call, 'zh-CN'), titleIn(call, 'en-US')]
  return [call.path, summary, operationId, call.operation['x-permission'], description, ...titles]
    .join(' ')
    .toLowerCase()
}

function schemaBlock([name, schema]: [string, JsonSchema], texts: DocsTexts): string {
  const members = membersOf(schema)
  const table = members ? memberTable(members, texts, texts.members) : ''
  return `<details class="call" id="${anchor(name)}"><summary><code>${escaped(name)}</code></summary>${table}${schemaText(schema, texts)}</details>`
}

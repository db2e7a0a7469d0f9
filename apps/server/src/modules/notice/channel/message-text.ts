import { byLanguage, type Language, MESSAGE_PARTS, type MessagePart, type Words } from '@sluice/contract'
import type { Message, Recipient } from './channel.ts'

export interface ParameterLine {
  name: string
  text: string
}

/** Levels as screens and the dictionary of the program call them. */
const LEVELS: Readonly<Record<Message['level'], Words>> = {
  1: ['提示', 'Info'],
  2: ['一般', 'Minor'],
  3: ['严重', 'Major'],
  4: ['紧急', 'Critical'],
}

export function levelWord(level: Message['level'], language: Language): string {
  return byLanguage(LEVELS[level])[language]
}

const NAME = /^[A-Za-z][A-Za-z0-9_]{0,39}$/
const PART = /\{([^{}]*)\}/g

/** `name=text` each line, empty ones left out; null when one is no such line, names a part that is none, or comes twice. */
export function readParameters(typed: string): ParameterLine[] | null {
  const found = new Map<string, string>()
  for (const line of typed.split('\n').map((one) => one.trim())) {
    if (line === '') continue
    const [name = '', text] = line.split(/=(.*)/s).map((part) => part.trim())
    if (!NAME.test(name) || text === undefined || found.has(name)) return null
    const parts = [...text.matchAll(PART)].map(([, part]) => part)
    if (parts.some((part) => !MESSAGE_PARTS.includes(part as MessagePart))) return null
    found.set(name, text)
  }
  return found.size === 0 ? null : [...found].map(([name, text]) => ({ name, text }))
}

/** The values of a template for a message; each in one line and no longer than `mostOf` its name, in characters. */
export function fillParameters(
  lines: readonly ParameterLine[],
  { message, to }: { message: Message; to: Recipient },
  mostOf: (name: string) => number,
): Record<string, string> {
  const parts: Readonly<Record<MessagePart, string>> = {
    title: message.title,
    text: message.text,
    name: to.name,
    level: levelWord(message.level, to.language),
    url: message.url ?? '',
  }
  return Object.fromEntries(
    lines.map(({ name, text }) => {
      const filled = text.replaceAll(PART, (_, part: MessagePart) => parts[part]).replaceAll(/\s+/g, ' ')
      return [name, cutCharacters(filled.trim(), mostOf(name))]
    }),
  )
}

/** No half characters; an ellipsis says that something is missing. */
export function cutCharacters(text: string, most: number): string {
  const characters = Array.from(text)
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}

const ELLIPSIS_BYTES = 3

/** The same by the bytes of UTF-8. */
export function cutBytes(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text
  let bytes = 0
  let kept = ''
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > most - ELLIPSIS_BYTES) break
    kept += character
  }
  return `${kept}…`
}

/** Names of devices are typed by people: nothing in them may become a link, a picture or a mention. */
export function withoutMarkup(text: string): string {
  return text.replaceAll(/[[\]<>`@]/g, (sign) => PLAIN[sign]!)
}
const PLAIN: Readonly<Record<string, string>> = { '[': '［', ']': '］', '<': '＜', '>': '＞', '`': '｀', '@': '＠' }

/** A phone number as interfaces take it; null where there is none that could be one. */
export function phoneOf(phone: string | null): string | null {
  const digits = phone?.replaceAll(/[\s()-]/g, '') ?? ''
  return /^\+?\d{5,20}$/.test(digits) ? digits : null
}

const OPEN: Words = ['查看', 'Open']

/** A link in Markdown to what a message is about; none where it leads nowhere. */
export function markdownLink(url: string | null, language: Language): string[] {
  return url ? [`[${byLanguage(OPEN)[language]}](${url})`] : []
}

import { type ErrorCode, ERROR_TEXTS, errorText, type Language } from '@sluice/contract'

/** What the errors of the server are called: `error.<code>`. Loaded beside the texts, for no page waits for them alone. */
export function errorWords(language: Language): Readonly<Record<string, string>> {
  return Object.fromEntries(
    (Object.keys(ERROR_TEXTS) as ErrorCode[]).map((code) => [`error.${code}`, errorText(code, language)]),
  )
}

import type { Plugin } from 'vite'

const ENGLISH = /\/zod\/v4\/locales\/en\.js$/

/**
 * zod brings English sentences for whatever is wrong with a value. The console shows its own, by field and in the language
 * of the person; what it notes of an answer that does not match is where and which kind.
 */
export function zodWithoutWords(): Plugin {
  return {
    name: 'zod-without-words',
    apply: 'build',
    transform(code, id) {
      if (!ENGLISH.test(id)) return null
      if (!code.includes('localeError: error()')) this.error('zod words its errors elsewhere now')
      return { code: 'export default () => ({ localeError: () => undefined })', map: null }
    },
  }
}

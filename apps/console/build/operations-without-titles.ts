import type { Plugin } from 'vite'

const OF_THE_CONTRACT = /\/packages\/contract\/src\/.*\.ts$/
const DECLARED = /= defineOperation\(\{/g
const TITLED = /(= defineOperation\(\{\n) *title: \[[^\]]*\],\n/g
/** Whose rows a call is about, who may call it, why it leaves no line, and why a resource has no import: for the server and for tests. */
const OF_THE_SERVER =
  /^ *(?:tenant: (?:'[a-z]+'|\{[^\n]*\})|callers: '[a-z]+'|audit: \{ none: '[^'\n]*' \}|noImport: '[^'\n]*'),\n/gm

const SCREENS = /screens\.ts$/
/** Which built-in roles get a screen and its buttons when they are new. */
const OF_NEW_ROLES = /^ *(?:for: [A-Z_]+|may: \{[^}]*\}),\n|, for: [A-Z_]+(?= \})/gm

/** Takes the roles out of a list of screens: the console asks for what a person may do. */
export function withoutRoles(code: string): string {
  return code.replace(OF_NEW_ROLES, '')
}

/**
 * Takes the titles of the operations out of a source, and what only the server asks; undefined when there is an operation whose
 * title it does not find.
 */
export function withoutTitles(code: string): string | undefined {
  if (code.match(DECLARED)?.length !== code.match(TITLED)?.length) return undefined
  return code.replace(TITLED, '$1').replace(OF_THE_SERVER, '')
}

/** An operation says what it does, for readers of the API document: the console calls it and never says it. */
export function operationsWithoutTitles(): Plugin {
  return {
    name: 'operations-without-titles',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!OF_THE_CONTRACT.test(id)) return null
      if (SCREENS.test(id)) return { code: withoutRoles(code), map: null }
      const without = withoutTitles(code)
      if (without === undefined) this.error(`an operation of ${id} does not begin with its title`)
      return without === code ? null : { code: without, map: null }
    },
  }
}

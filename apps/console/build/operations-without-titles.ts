import type { Plugin } from 'vite'

const OF_THE_CONTRACT = /\/packages\/contract\/src\/.*\.ts$/
const DECLARED = /= defineOperation\(\{/g
const TITLED = /(= defineOperation\(\{\n) *title: \[[^\]]*\],\n/g

/** Takes the titles out of the operations of a source; undefined when there is one whose title it does not find. */
export function withoutTitles(code: string): string | undefined {
  if (code.match(DECLARED)?.length !== code.match(TITLED)?.length) return undefined
  return code.replace(TITLED, '$1')
}

/** An operation says what it does, for readers of the API document: the console calls it and never says it. */
export function operationsWithoutTitles(): Plugin {
  return {
    name: 'operations-without-titles',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!OF_THE_CONTRACT.test(id)) return null
      const without = withoutTitles(code)
      if (without === undefined) this.error(`an operation of ${id} does not begin with its title`)
      return without === code ? null : { code: without, map: null }
    },
  }
}

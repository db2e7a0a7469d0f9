import type { Plugin } from 'vite'

const MODULES = /\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/
const EXPORTED = /^export (?:const|function) (\w+)|^export \{ \w+ as (\w+) \};/gm

/**
 * Every schema of zod can describe itself as JSON schema. The server's API document does; the console never asks, and every
 * page would load how.
 */
export function zodWithoutJsonSchema(): Plugin {
  return {
    name: 'zod-without-json-schema',
    apply: 'build',
    transform(code, id) {
      if (!MODULES.test(id)) return null
      const names = [...code.matchAll(EXPORTED)].flatMap(([, name, alias]) => name ?? alias ?? [])
      if (!names.some((name) => /^(?:createToJSONSchemaMethod|stringProcessor)$/.test(name)))
        this.error('zod describes schemas elsewhere now')
      const absent = "const absent = () => () => { throw new Error('the console describes no schema') }"
      return { code: [absent, ...names.map((name) => `export const ${name} = absent`)].join('\n'), map: null }
    },
  }
}

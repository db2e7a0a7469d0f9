import type { Plugin } from 'vite'

const ANTD = /import\s*\{([^}]*)\}\s*from\s*'antd'/g
const kebab = (name: string) => name.replace(/(?!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase()

/** `import { Button } from 'antd'` puts all used antd code into the entry chunk; one path per part lets chunks split it. */
export function antdDeepImport(): Plugin {
  return {
    name: 'antd-deep-import',
    enforce: 'pre',
    transform(code, id) {
      if (id.includes('node_modules') || !code.includes("from 'antd'")) return null
      const rewritten = code.replace(ANTD, (_whole, names: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name && !name.startsWith('type '))
          .map((name) => name.split(/\s+as\s+/) as [string, string?])
          .map(([name, local = name]) => `import ${local} from 'antd/es/${kebab(name)}'`)
          .join(';'),
      )
      return { code: rewritten, map: null }
    },
  }
}

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import { parseAst, type Plugin } from 'vite'

/** Where a name is said: the file, and its name there. */
interface Said {
  file: string
  name: string
}

const { resolve: fileOf } = createRequire(import.meta.url)

/**
 * `import { userPage } from '@sluice/contract'` becomes an import of the file that says `userPage`. An import of the
 * package's index reaches every file of it, so the chunk of the first page would hold what a single screen needs.
 */
export function barrelImports(names: readonly string[]): Plugin {
  const barrels = new Map(names.map((name) => [name, exportsOf(fileOf(name))]))
  return {
    name: 'barrel-imports',
    enforce: 'pre',
    transform(code, id) {
      if (id.includes('node_modules') || !/\.tsx?$/.test(id) || !names.some((name) => code.includes(`'${name}'`))) {
        return null
      }
      return { code: withoutBarrels(code, barrels, id.endsWith('x') ? 'tsx' : 'ts'), map: null }
    },
  }
}

/** The code with each import of a barrel as imports of its files; names that no file says stay as they are. */
export function withoutBarrels(
  code: string,
  barrels: ReadonlyMap<string, ReadonlyMap<string, Said>>,
  lang: 'ts' | 'tsx',
): string {
  let rewritten = code
  for (const statement of parseAst(code, { lang }).body.toReversed()) {
    if (statement.type !== 'ImportDeclaration' || statement.importKind === 'type') continue
    const barrel = barrels.get(statement.source.value)
    if (!barrel) continue
    const lines = statement.specifiers.flatMap((one) => {
      if (one.type !== 'ImportSpecifier') return [code.slice(statement.start, statement.end)]
      if (one.importKind === 'type' || one.imported.type !== 'Identifier') return []
      const said = barrel.get(one.imported.name) ?? { file: statement.source.value, name: one.imported.name }
      return [`import { ${said.name} as ${one.local.name} } from '${said.file}'`]
    })
    rewritten = rewritten.slice(0, statement.start) + lines.join(';') + rewritten.slice(statement.end)
  }
  return rewritten
}

/** What the barrel in this file exports. */
export function exportsOf(file: string, read = (path: string) => readFileSync(path, 'utf8')): Map<string, Said> {
  const found = new Map<string, Said>()
  const here = (name: string) => found.set(name, { file, name })
  for (const statement of parseAst(read(file), { lang: 'ts' }).body) {
    if (statement.type === 'ExportAllDeclaration' && statement.exportKind !== 'type') {
      for (const [name, said] of exportsOf(resolve(dirname(file), statement.source.value), read)) found.set(name, said)
    }
    if (statement.type !== 'ExportNamedDeclaration' || statement.exportKind === 'type') continue
    const { source, specifiers, declaration } = statement
    for (const { local, exported } of specifiers) {
      if (local.type !== 'Identifier' || exported.type !== 'Identifier') continue
      if (source) found.set(exported.name, { file: resolve(dirname(file), source.value), name: local.name })
      else found.set(exported.name, { file, name: exported.name })
    }
    if (declaration?.type === 'FunctionDeclaration' || declaration?.type === 'ClassDeclaration') {
      if (declaration.id) here(declaration.id.name)
    }
    if (declaration?.type === 'VariableDeclaration') {
      for (const { id } of declaration.declarations) if (id.type === 'Identifier') here(id.name)
    }
  }
  return found
}

import { registerHooks } from 'node:module'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ICruiseResult } from 'dependency-cruiser'
import { importRules } from '../../import-rules.config.ts'
import type { Breach } from './breach.ts'
import { listSources } from './source-files.ts'
import { sourceBreaches } from './source-rules.ts'
import { checkTables } from './table-rules.ts'

/**
 * dependency-cruiser reads TypeScript with the `typescript` package it finds. That is version 7, which has no compiler
 * API, and the tool would then silently read no .ts at all: this passes the version 6 of this workspace instead.
 */
const typescript6 = import.meta.resolve('typescript')
registerHooks({
  resolve(specifier, context, next) {
    const asksForTypescript = specifier === 'typescript' && context.parentURL?.includes('/dependency-cruiser/')
    return asksForTypescript ? { url: typescript6, format: 'commonjs', shortCircuit: true } : next(specifier, context)
  },
})

/**
 * Checks every source file of the repository at `root` against the import rules and the source rules.
 * @throws Error when fewer files were read than exist: a check that reads nothing would always pass.
 */
export async function checkImports(root: string): Promise<{ files: number; breaches: Breach[] }> {
  const files = listSources(root)
  const { cruise } = await import('dependency-cruiser')
  const rules = importRules(packageDoors(root, files))
  const result = await cruise(
    files,
    {
      baseDir: root,
      validate: true,
      ruleSet: { forbidden: rules.map((rule) => ({ severity: 'error' as const, ...rule })) },
      doNotFollow: { path: '(^|/)node_modules/' },
      tsPreCompilationDeps: true,
      combinedDependencies: true,
      skipAnalysisNotInRules: true,
    },
    {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css'],
    },
  )
  const { modules, summary } = result.output as ICruiseResult
  requireAllRead(root, files, modules)
  const comments = new Map(rules.map((rule) => [rule.name, rule.comment]))
  const breaches = summary.violations.map((violation) => ({
    where: violation.from === violation.to ? violation.from : `${violation.from} → ${violation.to}`,
    rule: violation.rule.name,
    sentence: comments.get(violation.rule.name) ?? '',
  }))
  return { files: files.length, breaches: [...breaches, ...sourceBreaches(root, files)] }
}

/** Being listed is not enough: a file that the parser cannot read is listed without a single import. */
function requireAllRead(root: string, files: readonly string[], modules: ICruiseResult['modules']): void {
  const importsSeen = new Map(modules.map((module) => [module.source, module.dependencies.length]))
  const hasImports = (file: string): boolean =>
    /^(import|export)\b[^'"()]*\bfrom\s*['"]/m.test(readFileSync(join(root, file), 'utf8'))
  const unread = files.filter((file) => !importsSeen.has(file) || (importsSeen.get(file) === 0 && hasImports(file)))
  if (unread.length > 0) {
    throw new Error(
      `only ${files.length - unread.length} of ${files.length} files were read; not, for one, ${unread[0]}`,
    )
  }
  if (files.length === 0) throw new Error('there is no source file to read')
}

/** The files that each package exports through `exports` in its package.json. */
function packageDoors(root: string, files: readonly string[]): string[] {
  const folders = new Set(files.map((file) => /^packages\/[^/]+/.exec(file)?.[0] ?? ''))
  folders.delete('')
  return [...folders].flatMap((folder) => {
    const { exports = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
      exports?: Record<string, string>
    }
    return Object.values(exports).map((door) => join(folder, door))
  })
}

async function main(): Promise<void> {
  const root = resolve(import.meta.dirname, '../../..')
  const { files, breaches: ofImports } = await checkImports(root)
  const breaches = [...ofImports, ...checkTables(root)]
  for (const { where, rule, sentence } of breaches) console.error(`${where}\n  ${sentence} (${rule})`)
  console.log(`${files} files read, ${breaches.length} broken rules`)
  process.exitCode = breaches.length > 0 ? 1 : 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()

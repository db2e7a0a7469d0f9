import { readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'

/** Files through which everything reaches everything: files connected only over them are unrelated. */
const CROSSROADS = /^apps\/server\/src\/(composition\/[\w-]+|entry\/main)\.ts$|^testing\/src\//
const SPECIFIER = /\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g

/** The tests that need neither a database nor a process of their own. */
const NEEDS_NOTHING = /^(?!testing\/e2e\/).*(?<!\.db)\.test\.tsx?$/

/** For each file the files that import it directly. */
export function readImporters(root: string, files: readonly string[]): Map<string, string[]> {
  const known = new Set(files)
  const importers = new Map<string, string[]>()
  for (const file of files) {
    for (const { 1: specifier = '' } of readFileSync(join(root, file), 'utf8').matchAll(SPECIFIER)) {
      const target = resolveImport(file, specifier)
      if (target === undefined || !known.has(target)) continue
      importers.set(target, [...(importers.get(target) ?? []), file])
    }
  }
  return importers
}

function resolveImport(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.normalize(posix.join(dirname(from), specifier))
  const [, name = '', inside] = /^@sluice\/([\w-]+)(?:\/(.+))?$/.exec(specifier) ?? []
  if (name === '') return undefined
  const folder = ['server', 'console', 'simulator'].includes(name) ? `apps/${name}` : `packages/${name}`
  return `${name === 'testing' ? 'testing' : folder}/${inside ?? 'src/index.ts'}`
}

/** Among tests equally many imports away: those named after the file, then those beside it. */
function farness(test: string, file: string): number {
  const name = file.replace(/\.tsx?$/, '')
  if (test.startsWith(`${name}.`)) return 0
  return posix.dirname(test) === posix.dirname(file) ? 1 : 2
}

/** The tests that reach a file through imports, the nearest first, at most `most`. */
export function testsNear(file: string, importers: ReadonlyMap<string, readonly string[]>, most: number): string[] {
  const seen = new Set([file])
  const tests: string[] = []
  for (let ring = [file]; ring.length > 0 && tests.length < most; ) {
    const next = ring
      .flatMap((one) => importers.get(one) ?? [])
      .filter((one) => !seen.has(one) && !CROSSROADS.test(one))
    ring = [...new Set(next)]
    for (const one of ring) seen.add(one)
    const found = ring.filter((one) => NEEDS_NOTHING.test(one)).sort()
    tests.push(...found.toSorted((one, other) => farness(one, file) - farness(other, file)))
  }
  return tests.slice(0, most)
}

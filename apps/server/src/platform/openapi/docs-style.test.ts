import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DOCS_TOKENS } from './docs-style.ts'

const css = readFileSync(new URL('../../../../console/src/app/tokens.css', import.meta.url), 'utf8')

function tokensOf(appearance: string): Readonly<Record<string, string>> {
  const block = css.split(`[data-appearance="${appearance}"] {`)[1]!.split('}')[0]!
  return Object.fromEntries([...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]))
}

test('the page of the API has the colours of the console, light and dark', () => {
  const [light, dark] = [tokensOf('light'), tokensOf('dark')]
  for (const [name, pair] of Object.entries(DOCS_TOKENS))
    expect({ name, pair }).toEqual({ name, pair: [light[name], dark[name]] })
})

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const vocabulary = readFileSync(`${root}/packages/contract/src/events.ts`, 'utf8')
const sources = readdirSync(`${root}/apps/server/src`, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(`${root}/apps/server/src/${file}`, 'utf8'))
const code = sources.join('\n').replaceAll(/\/\*[\s\S]*?\*\/|(^|\s)\/\/[^\n]*/g, ' ')

const namesIn = (text: string) => [...text.matchAll(/^ {2}'(\w+\.\w+)':/gm)].map(([, name]) => name!)
const ofInterface = (name: string) =>
  namesIn(new RegExp(`interface ${name} \\{\n([\\s\\S]*?)\n\\}`).exec(vocabulary)?.[1] ?? '')
const passing = ofInterface('PassingEventMap')
const stored = ofInterface('StoredEventMap')

it('the test finds the vocabulary and the sources', () => {
  expect(passing.length).toBeGreaterThan(2)
  expect(stored.length).toBeGreaterThan(2)
  expect([...passing, ...stored].sort()).toEqual(namesIn(vocabulary).sort())
  expect(sources.length).toBeGreaterThan(200)
})

describe('every event of the vocabulary', () => {
  it.each(passing)('%s is emitted somewhere', (name) => {
    expect(code).toMatch(new RegExp(`\\bemit\\(\\s*'${name}'`))
  })

  it.each(stored)('%s is written somewhere', (name) => {
    expect(code).toMatch(new RegExp(`\\bname: '${name}',\\s*key:`))
  })

  it.each([...passing, ...stored])('%s has a handler somewhere', (name) => {
    const isHeard = new RegExp(`\\.on\\(\\s*'${name}'|handlers: \\{[^}]*'${name}'`).test(code)
    expect(isHeard).toBe(true)
  })
})

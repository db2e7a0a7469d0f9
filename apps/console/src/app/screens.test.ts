import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DETAIL_COMPONENT, SCREENS } from '@sluice/contract'
import { OWN_SCREENS, SCREEN_COMPONENTS } from './screens.ts'

test('MR-3 (2 of 2) code is loaded by this fixed list, never by a name from the server', () => {
  const sources = join(import.meta.dirname, '..')
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.(test|fixture)\.tsx?$/.test(file),
  )
  const imports = files.flatMap((file) =>
    [...readFileSync(join(sources, file), 'utf8').matchAll(/\bimport\(\s*([^)]*)/g)].map(([, what = '']) => [
      file,
      what,
    ]),
  )
  expect(imports.length).toBeGreaterThanOrEqual(Object.keys(OWN_SCREENS).length)
  expect(imports.filter(([, what = '']) => !/^'[^']+',?\s*$/.test(what))).toEqual([])
  const loaders = /\bimportScripts\b|createElement\(['"]script|\bimport\.meta\.glob/
  expect(files.filter((file) => loaders.test(readFileSync(join(sources, file), 'utf8')))).toEqual([])
})

test('every screen of the contract has a component, and every component a screen', () => {
  const named = SCREENS.flatMap(({ screens }) =>
    screens.flatMap(({ component, resource }) => [
      component,
      ...(resource?.detail ? [DETAIL_COMPONENT + resource.name] : []),
    ]),
  )
  expect(named.filter((component) => !Object.hasOwn(SCREEN_COMPONENTS, component))).toEqual([])
  expect(Object.keys(OWN_SCREENS).filter((component) => !named.includes(component))).toEqual([])
})

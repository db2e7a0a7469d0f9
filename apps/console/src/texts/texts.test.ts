import * as contract from '@sluice/contract'
import { expect, test } from 'vitest'
import { enUS } from './en-US.ts'
import { zhCN } from './zh-CN.ts'

const isResource = (value: unknown): value is contract.Resource =>
  typeof value === 'object' && value !== null && 'fields' in value && 'permission' in value
const resources = (Object.values(contract) as unknown[]).filter(isResource)
const has = (key: string) => Object.hasOwn(zhCN, key) && Object.hasOwn(enUS, key)

test('every resource, field and enum value of the contract has words', () => {
  expect(resources.length).toBeGreaterThanOrEqual(5)
  const wanted = resources.flatMap((resource) => [
    `resource.${resource.name}`,
    ...(resource.actions.includes('insert') ? [`one.${resource.name}`] : []),
    ...Object.entries(resource.fields).flatMap(([name, field]) => [
      // Structured data is drawn by own screens under its own headings.
      ...(field.kind === 'json' && !resource.list.columns.includes(name) ? [] : [`${resource.name}.${name}`]),
      ...(field.kind === 'enum' ? field.values.map((value) => `enum.${field.enumName}.${value}`) : []),
    ]),
  ])
  expect(wanted.filter((key) => !has(key))).toEqual([])
})

test('every reason, verdict and quality the server may name has words', () => {
  const wanted = [
    ...contract.FIELD_REASONS.map((reason) => `reason.${reason}`),
    ...contract.VERDICTS.map((verdict) => `enum.verdict.${verdict}`),
    ...contract.QUALITIES.map((quality) => `enum.quality.${quality}`),
  ]
  expect(wanted.filter((key) => !has(key))).toEqual([])
})

test('both languages fill the same places', () => {
  const places = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort()
  const keys = Object.keys(zhCN) as (keyof typeof zhCN)[]
  expect(keys.filter((key) => places(enUS[key]).join() !== places(zhCN[key]).join())).toEqual([])
})

test('TX-1 the literals are the same in all languages', () => {
  for (const key of ['size.done', 'fullscreen.unsupported', 'session.noUser'] as const)
    expect(enUS[key]).toBe(zhCN[key])
})

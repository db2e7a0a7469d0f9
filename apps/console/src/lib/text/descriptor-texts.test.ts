import { type Resource, RESOURCES, userResource } from '@sluice/contract'
import { afterEach, expect, test } from 'vitest'
import { descriptorTexts } from './descriptor-texts.ts'

const resources = RESOURCES as Record<string, Resource>
afterEach(() => {
  delete resources['paper']
})

test('what the rows of a document are made of, and the values that one chooses among, have their words', () => {
  resources['paper'] = {
    ...(userResource as Resource),
    name: 'paper',
    fields: {
      items: {
        kind: 'lines',
        label: ['明细', 'Items'],
        table: 'paper_item',
        max: 4,
        fields: {
          part: { kind: 'text', label: ['配件', 'Part'] },
          note: { kind: 'text' },
          source: {
            kind: 'enum',
            label: ['来源', 'Source'],
            enumName: 'paperSource',
            values: ['STORE', 'BOUGHT'],
            words: { STORE: ['库存', 'Store'], BOUGHT: ['外购', 'Bought'] },
          },
        },
      },
    },
  }
  const said = Object.entries(descriptorTexts('en-US')).filter(([key]) => /^(enum\.paper|paper\.)/.test(key))
  expect(Object.fromEntries(said)).toEqual({
    'paper.items': 'Items',
    'paper.items.part': 'Part',
    'paper.items.source': 'Source',
    'enum.paperSource.STORE': 'Store',
    'enum.paperSource.BOUGHT': 'Bought',
  })
  expect(descriptorTexts('zh-CN')['enum.paperSource.BOUGHT']).toBe('外购')
})

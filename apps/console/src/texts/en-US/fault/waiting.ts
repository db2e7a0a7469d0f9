import type { Text } from '../../plural.ts'
import type { waitingZh } from '../../zh-CN/fault/waiting.ts'

export const waitingEn: Record<keyof typeof waitingZh, Text> = {
  'waiting.what':
    'To do: faults that nobody has taken (silent slaves of one master are one item), and commands of the last day that nothing confirmed',
  'waiting.take': 'Take',
  'waiting.taken': 'Taken',
  'waiting.noFaults': 'No active fault',
  'waiting.otherFaults': { one: '{{n}} more fault', other: '{{n}} more faults' },
  'waiting.took': 'Taken: {{name}}',
  'waiting.pending': 'Pending',
  'waiting.read': 'Read',
  'waiting.silent': { one: '{{n}} slave lost', other: '{{n}} slaves lost' },
  'waiting.withSlaves': {
    one: 'Master offline, with {{n}} slave',
    other: 'Master offline, with {{n}} slaves',
  },
  'waiting.unseen': 'A master out of sight',
  'waiting.alsoTaken': { one: '{{n}} taken', other: '{{n}} taken' },
  'waiting.allWell': 'All well',
  'waiting.last': 'The last one: {{age}}',
  'waiting.more': { one: '{{n}} more in the fault list', other: '{{n}} more in the fault list' },
  'waiting.showOnly': 'Show only: {{name}}',
  'waiting.showAll': '{{name}}: press again for all',
}

import type { Text } from '../../plural.ts'
import type { bulkZh } from '../../zh-CN/device/bulk.ts'

export const bulkEn: Record<keyof typeof bulkZh, Text> = {
  'bulk.open': 'Bulk change',
  'bulk.title': { one: 'Change {{n}} device', other: 'Change {{n}} devices' },
  'bulk.what': 'What to do',
  'bulk.change': 'Change',
  'bulk.life': 'Life',
  'bulk.to': 'To',
  'bulk.changeHint':
    'Done device by device, with a result for each; one refusal leaves the others alone, and it can be undone afterwards',
  'bulk.lifeHint':
    'Done device by device, with a result for each; devices that do not suit are skipped with the reason. A step of a life cannot be undone',
  'bulk.do': { one: 'Do it to {{n}} device', other: 'Do it to {{n}} devices' },
  'bulk.undo': 'Undo',
  'bulk.counts': '{{done}} done, {{failed}} not done, {{waiting}} waiting',
  'bulk.done': 'Done',
  'bulk.failed': 'Refused',
  'bulk.skipped': 'Skipped',
  'bulk.waiting': 'Waiting',
  'label.open': 'Print labels',
  'label.title': { one: 'Print {{n}} label', other: 'Print {{n}} labels' },
  'label.paper': 'Paper',
  'label.print': 'Print',
  'label.hint': 'The code opens the page of the device. Print at 100 % without headers',
  'label.a4-24': 'A4, 3 × 8 (70 × 37 mm)',
  'label.a4-65': 'A4, 5 × 13 (38 × 21 mm)',
  'label.roll-50': 'Label printer 50 × 30 mm',
  'label.roll-60': 'Label printer 60 × 40 mm',
  'label.qr': 'Code of {{name}}',
}

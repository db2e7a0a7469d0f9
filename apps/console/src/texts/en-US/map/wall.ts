import type { Text } from '../../plural.ts'
import type { wallZh } from '../../zh-CN/map/wall.ts'

export const wallEn: Record<keyof typeof wallZh, Text> = {
  'wall.title': 'Wall screen',
  'wall.open': 'Wall screen (new tab)',
  'wall.keys': 'F full screen · Esc back to the map · ↑ ↓ choose · A take',
  'wall.oldest': 'oldest {{age}}',
  'wall.commands': 'Commands awaiting confirmation',
  'wall.noCommands': 'No command is waiting for confirmation',
  'wall.water': 'Water today',
  'wall.today': 'Today',
  'wall.yesterday': 'Yesterday',
  'wall.noWater': 'No full hour of today or yesterday has a volume yet',
  'wall.waterLeftOut': {
    one: '{{n}} meter left out for hours without a valid value',
    other: '{{n}} meters left out for hours without a valid value',
  },
  'wall.waterSum': '{{sum}} m³ in full hours',
  'wall.waterMore': '{{percent}} % more than yesterday at this time',
  'wall.waterLess': '{{percent}} % less than yesterday at this time',
  'wall.waterSame': 'as much as yesterday at this time',
  'wall.areas': 'Online by area',
  'wall.stopped': 'Data stopped at {{time}}',
  'wall.noData': 'No data yet: {{reason}}. The wall tries again by itself.',
  'wall.sessionOver':
    'Session expired; data stopped at {{time}}. Press F5 on this machine and sign in; the wall then continues by itself.',
  'wall.old': 'Data stopped at {{time}}; the wall tries again by itself.',
  'wall.broken': 'This page failed. It reloads by itself within a minute.',
}

import type { wallZh } from '../zh-CN/wall.ts'

export const wallEn: Record<keyof typeof wallZh, string> = {
  'wall.title': 'Wall screen',
  'wall.open': 'Wall screen (new tab)',
  'wall.keys': 'F full screen · Esc back to the map',
  'wall.oldest': 'oldest {{age}}',
  'wall.orders': 'Commands not confirmed',
  'wall.noOrders': 'No command waits for its proof',
  'wall.water': 'Water today',
  'wall.today': 'Today',
  'wall.yesterday': 'Yesterday',
  'wall.noWater': 'No whole hour of today or yesterday has told its water',
  'wall.waterLeftOut': '{{n}} meters left out for hours without a valid value',
  'wall.waterSum': '{{sum}} m³ in whole hours',
  'wall.waterMore': '{{percent}} % more than yesterday by then',
  'wall.waterLess': '{{percent}} % less than yesterday by then',
  'wall.waterSame': 'as much as yesterday by then',
  'wall.areas': 'Online by area',
  'wall.stopped': 'Data stopped at {{time}}',
  'wall.noData': 'No data yet: {{reason}}. Trying again by itself.',
  'wall.sessionOver':
    'Session expired; data stopped at {{time}}. Press F5 on this machine and sign in: the wall goes on by itself.',
  'wall.old': 'Data stopped at {{time}}; trying again by itself.',
  'wall.broken': 'This page broke. It opens again by itself in a minute.',
}

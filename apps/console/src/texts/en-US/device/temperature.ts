import type { temperatureZh } from '../../zh-CN/device/temperature.ts'

export const temperatureEn: Record<keyof typeof temperatureZh, string> = {
  'temp.curve': 'Curve',
  'temp.read': 'Read',
  'temp.cannotRead': 'This device cannot be read',
  'temp.limits': 'Set limits',
  'temp.lasts': 'Ongoing',
  'temp.ownHint': 'A limit that is left empty is that of the scene.',
  'temp.excursions': 'Excursions',
  'temp.noExcursions': 'No excursions',
  'temp.noExcursionsHint': 'Once limits are set, each time that they are left is recorded here.',
}

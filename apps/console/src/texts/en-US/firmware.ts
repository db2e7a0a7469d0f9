import type { Text } from '../plural.ts'
import type { firmwareZh } from '../zh-CN/firmware.ts'

export const firmwareEn: Readonly<Record<keyof typeof firmwareZh, Text>> = {
  'firmware.none': 'No firmware',
  'firmware.noneHint': 'Upload and release one, and it can be rolled out to the devices of its product.',
  'firmware.noRollouts': 'No roll-outs',
  'firmware.noRolloutsHint': 'Choose a released firmware and bring it to devices, wave after wave.',
  'firmware.noDevices': 'No records',
  'firmware.noDevicesHint': 'Once devices are in a roll-out, how far each is shows here.',
  'firmware.waves': 'Waves',
  'firmware.wave': 'Wave {{n}}',
  'firmware.waveOf': { one: '{{n}} device', other: '{{n}} devices' },
  'firmware.waveOpen': 'let go',
  'firmware.waveClosed': 'not yet let go',
  'firmware.part.updated': '{{n}} updated',
  'firmware.part.underWay': '{{n}} under way',
  'firmware.part.failed': '{{n}} failed',
  'firmware.part.skipped': '{{n}} skipped',
  'firmware.part.waiting': '{{n}} waiting',
  'firmware.mean': '{{percent}} % downloaded on average',
  'firmwareReason.ALREADY': 'Runs this version already',
  'firmwareReason.STOPPED': 'The roll-out was stopped',
  'firmwareReason.OTHER_VERSION': 'Runs another version after installing',
  'firmwareReason.NO_ROOM': 'No room among its shared attributes',
  'hint.firmware.title': 'A device knows a firmware by title and version: as the firmware itself reports them',
  'hint.firmware.signature': 'Over the whole file, as base64; required where a public key is configured',
  'hint.firmwareRollout.groupId': 'Empty: any. Several of these together have to hold',
  'hint.firmwareRollout.waves':
    'Counted from the first device: numbers or per cent, between commas, the last one 100%, such as 1, 5%, 25%, 100%',
  'hint.firmwareRollout.pauseMinutes': 'Empty: somebody lets each wave go',
  'hint.firmwareRollout.maxFailurePct': 'A wave in which more fail stops the roll-out',
}

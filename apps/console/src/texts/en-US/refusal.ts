import type { refusalZh } from '../zh-CN/refusal.ts'

/** Words of the list of refusals: columns, and what to do about each reason. */
export const refusalEn: Record<keyof typeof refusalZh, string> = {
  'refusal.lastTime': 'Last time',
  'refusal.remote': 'Remote address',
  'refusal.protocol': 'Protocol',
  'refusal.reason': 'Reason',
  'refusal.station': 'Station address',
  'refusal.deviceId': 'Device',
  'refusal.count': 'Times',
  'refusal.firstTime': 'First time',
  'refusal.detail': 'Detail',
  'refusal.hex': 'Bytes',
  'refusal.byteAt': 'Byte',
  'refusal.none': 'Nothing was refused',
  'refusal.noneHint': 'Frames and connections this platform refuses appear here',
  'refusal.todo': 'What to do',
  'refusal.at': 'Wrong from byte {{at}} on',
  'refusal.recent': 'Refused lately',
  'refusal.times': '{{n}} times',
  'refusal.anywhere': 'anywhere',
  'refusal.hint.CHECKSUM':
    'Check the line and its signal; if every frame is like this, check how the station computes its checksum.',
  'refusal.hint.TRUNCATED': 'The frame broke off: check the signal, and packet length and timeout of the DTU.',
  'refusal.hint.INVALID':
    'These bytes are no frame of this protocol: check protocol and port of the station, and registration or heartbeat packets of its DTU.',
  'refusal.hint.UNSUPPORTED':
    'The station uses a function code the standard reserves: ask its vendor, or switch that report off.',
  'refusal.hint.PARTIAL':
    'The frame is stored and confirmed; what stands behind the mark does not follow the standard. Ask the vendor for the format of that element.',
  'refusal.hint.FROM_CENTRE':
    'The station speaks like a centre: check its direction flag, and whether something echoes.',
  'refusal.hint.PACKETS': 'Too many or too large packets: let the station send less at once.',
  'refusal.hint.UNKNOWN_DEVICE':
    'If the station is yours, adopt it under “Unknown stations”, or switch its device on in the device list.',
  'refusal.hint.BAD_PASSWORD':
    'Compare the password set in the station; if it is not the station itself, somebody may be guessing: change the password and allow its addresses only.',
  'refusal.hint.HELD_BACK':
    'After many wrong passwords this address is not answered for a while. Correct the password and wait, or change it.',
  'refusal.hint.ADDRESS_NOT_ALLOWED':
    'This address is not among those the device allows. If the station has moved, change the list on its connection card.',
  'refusal.hint.STILL_CONNECTED':
    'The station has just been heard on its earlier connection; another address takes over only when that falls silent. If this goes on, somebody may be using its address.',
  'refusal.hint.NO_TOKEN': 'Set the access token as the user name that the device connects with.',
  'refusal.hint.BAD_TOKEN':
    'The token is unknown or was replaced: make a new one on the connection card and set it in the device.',
  'refusal.hint.PROTOCOL_VERSION': 'Set the device to a protocol version that this platform speaks.',
  'refusal.hint.NO_IDENTIFICATION':
    'No valid frame within a minute: check whether the station reports at all, or whether somebody scans the port.',
  'refusal.hint.TOO_MANY_FAULTS': 'The connection was closed: check protocol, port and serial settings.',
  'refusal.hint.BUDGET':
    'This address sent or connected beyond its budget: look for a device that reconnects or reports without end.',
  'refusal.hint.STORE_AWAY':
    'The platform could not store for a moment; devices try again. If it goes on, check database and disk.',
  'refusal.hint.OTHER': 'See what is said and the bytes below.',
  'refusal.hint.MORE':
    'Too many kinds to keep apart: counted together. Usually a scan or an attack; restrict the address in your firewall.',
}

import type { Text } from '../../plural.ts'
import type { refusalZh } from '../../zh-CN/frame/refusal.ts'

/** Words of the list of refusals: columns, and what to do about each reason. */
export const refusalEn: Record<keyof typeof refusalZh, Text> = {
  'refusal.lastTime': 'Last seen',
  'refusal.remote': 'Remote address',
  'refusal.protocol': 'Protocol',
  'refusal.reason': 'Reason',
  'refusal.station': 'Station address',
  'refusal.deviceId': 'Device',
  'refusal.count': 'Times',
  'refusal.firstTime': 'First seen',
  'refusal.detail': 'Detail',
  'refusal.hex': 'Bytes',
  'refusal.byteAt': 'Byte',
  'refusal.none': 'Nothing refused',
  'refusal.noneHint': 'Frames and connections that the platform refuses appear here',
  'refusal.todo': 'What to do',
  'refusal.at': 'Wrong from byte {{at}} on',
  'refusal.recent': 'Recently refused',
  'refusal.times': { one: 'once', other: '{{n}} times' },
  'refusal.anywhere': 'anywhere',
  'refusal.hint.CHECKSUM':
    'Check the line and its signal; if every frame is like this, check how the station computes its checksum.',
  'refusal.hint.TRUNCATED': 'The frame was cut short: check the signal, and the packet length and timeout of the DTU.',
  'refusal.hint.INVALID':
    'These bytes are not a frame of this protocol: check protocol and port of the station, and registration or heartbeat packets of its DTU.',
  'refusal.hint.UNSUPPORTED':
    'The station uses a function code that the standard reserves: ask its vendor, or switch that report off.',
  'refusal.hint.SCRIPT':
    'The payload script of the product failed: try it with these bytes on the page of the product, correct it, and publish it.',
  'refusal.hint.PARTIAL':
    'The frame is stored and acknowledged; what follows the mark does not conform to the standard. Ask the vendor for the format of that element.',
  'refusal.hint.FROM_CENTRE':
    'The station sends as if it were a centre: check its direction flag, and whether something echoes.',
  'refusal.hint.PACKETS': 'Too many or too large packets: let the station send less at once.',
  'refusal.hint.UNKNOWN_DEVICE':
    'If the station is yours, adopt it under “Unknown stations”, or switch its device on in the device list.',
  'refusal.hint.BAD_PASSWORD':
    'Compare the password set in the station. If it is not the station itself, somebody may be guessing: change the password and allow only the addresses of the station.',
  'refusal.hint.HELD_BACK':
    'After many wrong passwords, this address gets no answer for a while. Correct the password and wait, or change it.',
  'refusal.hint.BLOCKED':
    'Somebody blocked this address. If it is wanted, unblock it under Diagnostics, Blocked addresses.',
  'refusal.hint.ADDRESS_NOT_ALLOWED':
    'This address is not among those the device allows. If the station has moved, change the list on its connection card.',
  'refusal.hint.STILL_CONNECTED':
    'The station was heard on its earlier connection just now; another address takes over only when that falls silent. If this goes on, somebody may be using its address.',
  'refusal.hint.NO_TOKEN': 'Set the access token as the user name that the device connects with.',
  'refusal.hint.BAD_TOKEN':
    'The token is unknown or was replaced: create a new one on the connection card and set it in the device.',
  'refusal.hint.BAD_CERTIFICATE':
    'The certificate is not registered, was removed, or is outside its validity: register the one that the device has now on its connection card.',
  'refusal.hint.PROVISION':
    'A device asked for its token and got none: compare the detail below with “Self-registration” on the page of its product (secret, names, limits, expiry).',
  'refusal.hint.PROTOCOL_VERSION': 'Set the device to a protocol version that this platform speaks.',
  'refusal.hint.UNKNOWN_PROTOCOL':
    'The first bytes at the shared port are of none of its protocols: check what the device speaks, or whether somebody scans the port.',
  'refusal.hint.NO_IDENTIFICATION':
    'No valid frame within a minute: check whether the station reports at all, or whether somebody scans the port.',
  'refusal.hint.TOO_MANY_FAULTS': 'The connection was closed: check protocol, port and serial settings.',
  'refusal.hint.BUDGET':
    'This address sent too much or connected too often: look for a device that reconnects or reports without end.',
  'refusal.hint.STORE_AWAY':
    'The platform could not store data for a moment; devices try again. If it goes on, check the database and the disk.',
  'refusal.hint.OTHER': 'See the detail and the bytes below.',
  'refusal.hint.MORE':
    'Too many kinds to tell apart, so they are counted together. Usually a scan or an attack; restrict the address in your firewall.',
}

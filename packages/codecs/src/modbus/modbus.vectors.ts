/**
 * A published frame and what it means, under the names of the decode command, as the publisher states it. RTU frames are
 * in it with a CRC that holds, those of TCP with a length that does.
 */
export interface ModbusVector {
  protocol: 'ModbusRTU' | 'ModbusTCP'
  hex: string
  expected: Record<string, unknown>
  source: string
}

export const MODBUS_VECTORS: readonly ModbusVector[] = [
  {
    protocol: 'ModbusRTU',
    hex: '110105CD6BB20E1B45E6',
    expected: { unit: 17, fc: 1, dir: 'response', byteCount: 5, bitsHex: 'CD6BB20E1B' },
    source:
      'alexander13orlov/convmod tests/test_modbus_parser.py (ipc2u.ru examples; read as public file, repository unknown)',
  },
  {
    protocol: 'ModbusRTU',
    hex: '110200C40016BAA9',
    expected: { unit: 17, fc: 2, dir: 'request', start: 196, quantity: 22 },
    source:
      'alexander13orlov/convmod tests/test_modbus_parser.py (ipc2u.ru examples; read as public file, repository unknown)',
  },
  {
    protocol: 'ModbusRTU',
    hex: '1103006B00037687',
    expected: { unit: 17, fc: 3, dir: 'request', start: 107, quantity: 3 },
    source:
      'alexander13orlov/convmod tests/test_modbus_parser.py (ipc2u.ru examples; read as public file, repository unknown); yaacov/node-modbus-serial test/ports/*.test.js',
  },
  {
    protocol: 'ModbusRTU',
    hex: '110500ACFF004E8B',
    expected: { unit: 17, fc: 5, dir: 'request-or-response', address: 172, value: true },
    source:
      'alexander13orlov/convmod tests/test_modbus_parser.py (ipc2u.ru examples; read as public file, repository unknown)',
  },
  {
    protocol: 'ModbusRTU',
    hex: '1106000100039A9B',
    expected: { unit: 17, fc: 6, dir: 'request-or-response', address: 1, value: 3 },
    source:
      'alexander13orlov/convmod tests/test_modbus_parser.py (ipc2u.ru examples; read as public file, repository unknown)',
  },
  {
    protocol: 'ModbusRTU',
    hex: '110F0013000A2699',
    expected: { unit: 17, fc: 15, dir: 'response', start: 19, quantity: 10 },
    source:
      'alexander13orlov/convmod tests/test_modbus_parser.py (ipc2u.ru examples; read as public file, repository unknown)',
  },
  {
    protocol: 'ModbusRTU',
    hex: '0A8102B053',
    expected: { unit: 10, fc: 129, dir: 'exception', exceptionCode: 2 },
    source:
      'alexander13orlov/convmod tests/test_modbus_parser.py (ipc2u.ru examples; read as public file, repository unknown)',
  },
  {
    protocol: 'ModbusRTU',
    hex: '02050001FF00DDC9',
    expected: { unit: 2, fc: 5, dir: 'request-or-response', address: 1, value: true },
    source: 'Cloud-Automation/node-modbus test/rtu-server.test.js',
  },
  {
    protocol: 'ModbusRTU',
    hex: '0205000800004C3B',
    expected: { unit: 2, fc: 5, dir: 'request-or-response', address: 8, value: false },
    source: 'Cloud-Automation/node-modbus test/rtu-server.test.js',
  },
  {
    protocol: 'ModbusRTU',
    hex: '020F00000004543B',
    expected: { unit: 2, fc: 15, dir: 'response', start: 0, quantity: 4 },
    source: 'Cloud-Automation/node-modbus test/rtu-server.test.js',
  },
  {
    protocol: 'ModbusRTU',
    hex: '1183044136',
    expected: { unit: 17, fc: 131, dir: 'exception', exceptionCode: 4 },
    source: 'yaacov/node-modbus-serial test/ports/c701port.test.js',
  },
  {
    protocol: 'ModbusRTU',
    hex: '0103000800038409',
    expected: { unit: 1, fc: 3, dir: 'request', start: 8, quantity: 3 },
    source: 'yaacov/node-modbus-serial test/test.js',
  },
  {
    protocol: 'ModbusRTU',
    hex: '010602DF00017848',
    expected: { unit: 1, fc: 6, dir: 'request-or-response', address: 735, value: 1 },
    source: 'C++ iota modbus unit test (public file, repository unknown)',
  },
  {
    protocol: 'ModbusRTU',
    hex: '01040000000A700D',
    expected: { unit: 1, fc: 4, dir: 'request', start: 0, quantity: 10 },
    source: 'C# ModbusFrameService check (public file, repository unknown)',
  },
  {
    protocol: 'ModbusRTU',
    hex: '01050013FF007DFF',
    expected: { unit: 1, fc: 5, dir: 'request-or-response', address: 19, value: true },
    source: 'C# ModbusFrameService check (public file, repository unknown)',
  },
  {
    protocol: 'ModbusRTU',
    hex: '010302000A3843',
    expected: { unit: 1, fc: 3, dir: 'response', registers: [10] },
    source: 'C# ModbusFrameService check (public file, repository unknown)',
  },
  {
    protocol: 'ModbusRTU',
    hex: '01030064000285D4',
    expected: { unit: 1, fc: 3, dir: 'request', start: 100, quantity: 2 },
    source: 'wendaoxyp/G350 WGC/.../WGC.c GetPressureInt',
  },
  {
    protocol: 'ModbusTCP',
    hex: '010200000006010100000002',
    expected: { transaction: 258, unit: 1, fc: 1, dir: 'request', start: 0, quantity: 2 },
    source:
      'alexander13orlov/convmod tests/test_modbus_parser.py (ipc2u.ru examples; read as public file, repository unknown)',
  },
  {
    protocol: 'ModbusTCP',
    hex: '0102000000060106000155FF',
    expected: { transaction: 258, unit: 1, fc: 6, dir: 'request-or-response', address: 1, value: 22015 },
    source:
      'alexander13orlov/convmod tests/test_modbus_parser.py (ipc2u.ru examples; read as public file, repository unknown)',
  },
  {
    protocol: 'ModbusTCP',
    hex: '01020000000B01100000000204000A0102',
    expected: { transaction: 258, unit: 1, fc: 16, dir: 'request', start: 0, registers: [10, 258] },
    source:
      'alexander13orlov/convmod tests/test_modbus_parser.py (ipc2u.ru examples; read as public file, repository unknown)',
  },
  {
    protocol: 'ModbusTCP',
    hex: '0102000000030A8102',
    expected: { transaction: 258, unit: 10, fc: 129, dir: 'exception', exceptionCode: 2 },
    source:
      'alexander13orlov/convmod tests/test_modbus_parser.py (ipc2u.ru examples; read as public file, repository unknown)',
  },
  {
    protocol: 'ModbusTCP',
    hex: '03E50000000601030FA00002',
    expected: { transaction: 997, unit: 1, fc: 3, dir: 'request', start: 4000, quantity: 2 },
    source:
      'alexander13orlov/convmod tests/test_modbus_parser.py (ipc2u.ru examples; read as public file, repository unknown)',
  },
  {
    protocol: 'ModbusTCP',
    hex: '03E60000000701030400070003',
    expected: { transaction: 998, unit: 1, fc: 3, dir: 'response', registers: [7, 3] },
    source:
      'alexander13orlov/convmod tests/test_modbus_parser.py (ipc2u.ru examples; read as public file, repository unknown)',
  },
]

/** Published check values of the CRC; the bytes as text or as hex. */
export const MODBUS_CRC_VECTORS: readonly { ascii?: string; hex?: string; crc: number; source: string }[] = [
  { ascii: '123456789', crc: 19255, source: 'wainshine/SL651 sl651-toolkit/tests/test_sl651.py (test_crc)' },
  { hex: '110100130025', crc: 33806, source: 'yaacov/node-modbus-serial test/utils/crc16.test.js' },
]

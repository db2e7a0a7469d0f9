import { expect, it } from 'vitest'
import { readTbProvision, tbProvisionAnswer } from './tb-provision.ts'

const read = (text: string) => readTbProvision(new TextEncoder().encode(text))
const asked = { deviceName: 'WT-1', provisionDeviceKey: 'key', provisionDeviceSecret: 'secret' }

it('a device asks with its name, and the key and secret of its product', () => {
  const value = { deviceName: 'WT-1', key: 'key', secret: 'secret', token: null }
  expect(read(JSON.stringify(asked))).toEqual({ ok: true, value })
  // ThingsBoard's own clients say what is usual, and whether it is a gateway.
  const more = { ...asked, credentialsType: 'ACCESS_TOKEN', token: ' abc ', gateway: true }
  expect(read(JSON.stringify(more))).toEqual({ ok: true, value: { ...value, token: 'abc' } })
  expect(read('{deviceName: 17, provisionDeviceKey: key, provisionDeviceSecret: secret}')).toEqual({
    ok: true,
    value: { ...value, deviceName: '17' },
  })
})

it.each([
  ['', 'not JSON'],
  ['[1]', 'not JSON'],
  ['{"deviceName":"a"}', 'deviceName, provisionDeviceKey and provisionDeviceSecret are needed'],
  [
    JSON.stringify({ ...asked, deviceName: 'x'.repeat(101) }),
    'deviceName, provisionDeviceKey and provisionDeviceSecret are needed',
  ],
  [
    '{"__proto__":{"deviceName":"a","provisionDeviceKey":"b","provisionDeviceSecret":"c"}}',
    'deviceName, provisionDeviceKey and provisionDeviceSecret are needed',
  ],
  [JSON.stringify({ ...asked, credentialsType: 'X509_CERTIFICATE' }), 'only ACCESS_TOKEN is spoken here'],
])('%s is refused', (text, error) => expect(read(text)).toEqual({ ok: false, error }))

it('is answered in the words of ThingsBoard', () => {
  expect(tbProvisionAnswer({ status: 'SUCCESS', token: 'T' })).toBe(
    '{"status":"SUCCESS","credentialsType":"ACCESS_TOKEN","credentialsValue":"T"}',
  )
  expect(tbProvisionAnswer({ status: 'NOT_FOUND', errorMsg: 'no' })).toBe('{"status":"NOT_FOUND","errorMsg":"no"}')
})

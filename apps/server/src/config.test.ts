import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('load balancers are addresses and networks, or the start ends with a sentence', () => {
  const proxies = (text: string) => readConfig({ SLUICE_DEVICE_PROXIES: text }, []).deviceProxies
  expect(proxies('')).toEqual([])
  expect(proxies('10.0.0.5, 10.1.0.0/16,2001:db8::/32,')).toEqual(['10.0.0.5', '10.1.0.0/16', '2001:db8::/32'])
  expect(proxies('10.0.0.0/32,2001:db8::1/128')).toHaveLength(2)
  for (const wrong of ['lb.example', '10.0.0.0/33', '2001:db8::/129', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0.0/-1']) {
    expect(() => proxies(`10.0.0.5,${wrong}`)).toThrow(
      `SLUICE_DEVICE_PROXIES is "${wrong}", but must be an address or a network like 10.0.0.0/8.`,
    )
  }
})

test('three numbers set the limits of unidentified devices', () => {
  const { deviceSockets, strangers } = readConfig({}, [])
  expect(deviceSockets).toEqual({ all: undefined, strangersPerAddress: 256 })
  expect(strangers).toEqual({ addressBytes: 2 * 1024 ** 2, allBytes: 16 * 1024 ** 2 })
  const env = { SLUICE_DEVICE_SOCKETS: '1000', SLUICE_DEVICE_STRANGERS: '20', SLUICE_STRANGER_MIB: '1' }
  expect(readConfig(env, [])).toMatchObject({
    deviceSockets: { all: 1000, strangersPerAddress: 20 },
    strangers: { addressBytes: 1024 ** 2, allBytes: 8 * 1024 ** 2 },
  })
  for (const name of Object.keys(env)) expect(() => readConfig({ [name]: '0' }, [])).toThrow(`${name} is "0"`)
})

test('keys of firmware are 32 bytes each as base64, or the start ends with a sentence', () => {
  const keys = (text: string) => readConfig({ SLUICE_FIRMWARE_KEYS: text }, []).firmwareKeys
  const key = (fill: number) => Buffer.alloc(32, fill).toString('base64')
  expect(keys('')).toEqual([])
  expect(keys(`${key(1)}, ${key(2)}`).map((one) => [one.length, one[0]])).toEqual([
    [32, 1],
    [32, 2],
  ])
  for (const wrong of ['AAAA', Buffer.alloc(33).toString('base64'), 'not a key'])
    expect(() => keys(`${key(1)},${wrong}`)).toThrow(`SLUICE_FIRMWARE_KEYS is "${wrong}"`)
})

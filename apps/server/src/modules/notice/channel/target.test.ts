import { describe, expect, it } from 'vitest'
import { hostProblem, isLoopbackAddress, isRefusedAddress, urlProblem } from './target.ts'

describe('where a message may go', () => {
  it.each([
    'https://hooks.example/a',
    'https://10.1.2.3/hook',
    'https://[fd12::7]:8443/hook',
    'http://localhost:8080/hook',
    'http://127.0.0.9/hook',
    'http://[::1]:9/hook',
  ])('%s is taken', (url) => {
    expect(urlProblem(url)).toBeNull()
  })

  it.each([
    ['hooks.example', 'format'],
    ['ftp://hooks.example', 'format'],
    ['file:///etc/passwd', 'format'],
    ['https://me:secret@hooks.example/', 'format'],
    ['https://hooks.example/?access_token=secret', 'format'],
    ['https://hooks.example/#a', 'format'],
    ['http://hooks.example/', 'address-refused'],
    ['http://10.1.2.3/', 'address-refused'],
    ['https://169.254.169.254/latest/meta-data', 'address-refused'],
    ['https://2852039166/', 'address-refused'],
    ['https://0xa9.0xfe.1/', 'address-refused'],
    ['https://[::ffff:169.254.169.254]/', 'address-refused'],
    ['https://[64:ff9b::169.254.169.254]/', 'address-refused'],
    ['https://[fe80::1]/', 'address-refused'],
    ['https://[fd00:ec2::254]/', 'address-refused'],
    ['https://100.100.100.200/latest/meta-data', 'address-refused'],
    ['https://0.0.0.0/', 'address-refused'],
    ['https://[::]/', 'address-refused'],
    ['https://239.1.1.1/', 'address-refused'],
    ['https://255.255.255.255/', 'address-refused'],
  ])('%s is refused as %s', (url, problem) => {
    expect(urlProblem(url)).toBe(problem)
  })

  it('a mail server is a name or an address, and nothing with a path or a port', () => {
    expect(['smtp.example.com', '10.0.0.5', '::1', 'mail'].map(hostProblem)).toEqual([null, null, null, null])
    expect(
      ['smtp.example.com:25', 'a b', '-a', '', 'a/b', 'a\r\nb'].every((host) => hostProblem(host) === 'format'),
    ).toBe(true)
    expect(hostProblem('169.254.0.1')).toBe('address-refused')
  })

  it('what is no address is refused, and this machine is known in both families', () => {
    expect(isRefusedAddress('a name')).toBe(true)
    expect(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'].map(isLoopbackAddress)).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(['128.0.0.1', '::2', 'localhost'].map(isLoopbackAddress)).toEqual([false, false, false])
  })
})

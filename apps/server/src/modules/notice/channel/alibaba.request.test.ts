import { expect, it } from 'vitest'
import { alibabaRequest } from './alibaba.request.ts'

/** The example with fixed parameters of the documentation (v3-request-structure-and-signature, 固定参数示例). */
it('signs as the documented example does', () => {
  const { url, headers, body } = alibabaRequest({
    endpoint: 'https://ecs.cn-shanghai.aliyuncs.com',
    action: 'RunInstances',
    version: '2014-05-26',
    parameters: { RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' },
    accessKeyId: 'YourAccessKeyId',
    accessKeySecret: 'YourAccessKeySecret',
    now: new Date('2023-10-26T10:22:32.500Z'),
    nonce: '3156853299f313e23d1673dc12e1703d',
  })
  expect(headers['authorization']).toBe(
    'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  )
  expect(headers['x-acs-content-sha256']).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(url.host).toBe('ecs.cn-shanghai.aliyuncs.com')
  expect(body).toBe('')
})

it('writes every value as RFC 3986 has it, and keeps the order of names', () => {
  const call = {
    endpoint: 'https://a.example',
    action: 'A',
    version: 'V',
    accessKeyId: 'i',
    accessKeySecret: 's',
    nonce: 'n',
  }
  const { url } = alibabaRequest({
    ...call,
    now: new Date(0),
    parameters: { b: "水 +*~!'()", a: '{"x":"1&2"}', a1: '' },
  })
  expect(url.search).toBe('?a=%7B%22x%22%3A%221%262%22%7D&a1=&b=%E6%B0%B4%20%2B%2A~%21%27%28%29')
})

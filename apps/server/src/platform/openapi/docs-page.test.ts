import { expect, test } from 'vitest'
import { docsPage } from './docs-page.ts'

const DOCUMENT = {
  info: { title: 'Sluice', version: '1.0.0' },
  paths: {
    '/device/v1/fault/ack': {
      post: {
        operationId: 'ackFault',
        summary: 'Ack fault',
        description: 'Takes it.',
        tags: ['device/fault'],
        'x-title': { 'zh-CN': '接手故障', 'en-US': 'Take a fault' },
        'x-access': 'permission',
        'x-permission': 'fault:ack',
        'x-callers': 'people-and-programs',
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  id: { type: 'string' },
                  level: { enum: [1, 2] },
                  of: { $ref: '#/components/schemas/FaultRow' },
                },
                required: ['id'],
              },
            },
          },
        },
        responses: {
          200: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: { code: {}, data: { type: 'array', items: { type: 'integer' } } },
                },
              },
            },
          },
          409: {},
        },
      },
    },
  },
  components: { schemas: { FaultRow: { type: 'object', properties: { id: { type: 'string', maxLength: 9 } } } } },
}
const page = (language: 'zh-CN' | 'en-US', search = '') => docsPage(DOCUMENT, { search, language, nonce: 'n' })

test('a call says what it does, who may, what it takes and answers, and how it fails', () => {
  const html = page('en-US')
  for (const part of [
    '<span class="title">Take a fault</span>',
    '<b>Who may call</b> permission <code>fault:ack</code> · people and keys of programs',
    '<th scope="row"><code>id</code></th><td>string</td><td>required</td>',
    '<td><code>1</code> <code>2</code></td><td></td>',
    '<td><a href="#FaultRow">FaultRow</a></td>',
    '<h4>Answer</h4><p>list of integer</p>',
    '<b>Errors</b> <a href="#error-409">409</a>',
    '<h3 id="error-409">409</h3>',
    '<small>maxLength <code>9</code></small>',
  ])
    expect(html).toContain(part)
})

test('in Chinese everything is Chinese that the program has words for, and the errors too', () => {
  const html = page('zh-CN')
  for (const part of [
    '<html lang="zh-CN">',
    '接手故障',
    '谁可调用',
    '用户或程序的密钥',
    '必填',
    '没有操作权限',
    '谁来调用',
  ])
    expect(html).toContain(part)
  expect(html).not.toContain('Who may call</b>')
  // A place of a text that a failure fills.
  expect(html).toContain('最多 … 层')
})

test('a search finds a call by its name in either language, and says when it finds none', () => {
  expect(page('en-US', '接手')).toContain('id="ackFault"')
  expect(page('zh-CN', 'TAKE a fault')).toContain('id="ackFault"')
  const none = page('zh-CN', '没有这个')
  expect(none).not.toContain('id="ackFault"')
  expect(none).toContain('没有找到接口')
})

import { CHANNEL_KINDS } from '@sluice/contract'
import { expect, it } from 'vitest'
import { createDryRun } from './dry-run.ts'

it('takes messages of every kind, and says in the language of the person that nothing left', async () => {
  const channels = createDryRun()
  expect([...(await channels.configured())]).toEqual([...CHANNEL_KINDS])
  const to = { name: '李文渠', phone: '138', email: null, wechatOpenId: null }
  const message = { id: '1', title: 'x', text: 'x', url: null, level: 3 } as const
  expect(await channels.send('SMS', { ...to, language: 'en-US' }, message)).toEqual({
    ok: true,
    providerId: null,
    note: 'Demo: not really sent',
  })
  expect(await channels.send('SMS', { ...to, language: 'zh-CN' }, message)).toMatchObject({
    note: '演示环境：没有真正发出',
  })
})

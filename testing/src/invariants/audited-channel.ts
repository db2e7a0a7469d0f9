import { saveNoticeChannel } from '@sluice/contract'
import type { Prepare } from './audited-world.ts'

/** Nobody listens there. */
const settings = { endpoint: 'http://127.0.0.1:9/in' }
const wanted = { version: null, enabled: true, settings, forget: [] }

/** Settings of the channels. */
export const channelCalls: Readonly<Record<string, Prepare>> = {
  '/device/v1/noticeChannel/save': async () => ({
    input: { ...wanted, kind: 'WEBHOOK', secrets: { signSecret: 'a secret of sixteen' } },
    targets: ['WEBHOOK'],
  }),
  '/device/v1/noticeChannel/test': async ({ test }) => {
    await test.admin.call(saveNoticeChannel, { ...wanted, kind: 'WECOM', secrets: { key: 'a key' } })
    return { input: { kind: 'WECOM', to: '' }, targets: ['WECOM'] }
  },
}

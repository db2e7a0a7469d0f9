import { byLanguage, CHANNEL_KINDS, type Language, type Words } from '@sluice/contract'
import type { ChannelSender } from './channel.ts'

const NOT_SENT: Words = ['演示环境：没有真正发出', 'Demo: not really sent']

const notSent = (language: Language) => ({ ok: true, providerId: null, note: byLanguage(NOT_SENT)[language] }) as const

/** The channels of the demo: every kind takes every message, nothing leaves, and the record of the message says so. */
export function createDryRun(): ChannelSender {
  return {
    configured: async () => new Set(CHANNEL_KINDS),
    send: async (_kind, { language }) => notSent(language),
    trySend: async (_kind, { language }) => ({ result: notSent(language), answer: byLanguage(NOT_SENT)[language] }),
  }
}

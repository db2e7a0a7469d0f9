import { administrationZh } from './administration.zh-CN.ts'
import { commandZh } from './command.zh-CN.ts'
import { enumZh } from './enum.zh-CN.ts'
import { faultZh } from './fault.zh-CN.ts'
import { frameZh } from './frame.zh-CN.ts'
import { identityZh } from './identity.zh-CN.ts'
import { listZh } from './list.zh-CN.ts'
import { mapZh } from './map.zh-CN.ts'
import { paletteZh } from './palette.zh-CN.ts'
import { refusalZh } from './refusal.zh-CN.ts'
import { registryZh } from './registry.zh-CN.ts'
import { shellZh } from './shell.zh-CN.ts'
import { telemetryZh } from './telemetry.zh-CN.ts'
import { valveZh } from './valve.zh-CN.ts'
import { wallZh } from './wall.zh-CN.ts'
import { wordsZh } from './words.zh-CN.ts'

/**
 * All words of the console in Chinese, the default language (docs/spec/look.md#9), a file a noun. Keys are found by
 * convention, see lib/text.ts.
 */
export const zhCN = {
  ...administrationZh,
  ...commandZh,
  ...enumZh,
  ...faultZh,
  ...frameZh,
  ...identityZh,
  ...listZh,
  ...mapZh,
  ...paletteZh,
  ...refusalZh,
  ...registryZh,
  ...shellZh,
  ...telemetryZh,
  ...valveZh,
  ...wallZh,
  ...wordsZh,
} as const

export type TextKey = keyof typeof zhCN
/** Every language says everything the Chinese one says; a missing key does not compile. */
export type Texts = Record<TextKey, string>

import { administrationEn } from './administration.en-US.ts'
import { commandEn } from './command.en-US.ts'
import { enumEn } from './enum.en-US.ts'
import { faultEn } from './fault.en-US.ts'
import { frameEn } from './frame.en-US.ts'
import { identityEn } from './identity.en-US.ts'
import { listEn } from './list.en-US.ts'
import { mapEn } from './map.en-US.ts'
import { paletteEn } from './palette.en-US.ts'
import { refusalEn } from './refusal.en-US.ts'
import { registryEn } from './registry.en-US.ts'
import { shellEn } from './shell.en-US.ts'
import { telemetryEn } from './telemetry.en-US.ts'
import { valveEn } from './valve.en-US.ts'
import { wallEn } from './wall.en-US.ts'
import { wordsEn } from './words.en-US.ts'
import type { Texts } from './zh-CN.ts'

/** The same in English; a key that is missing in a file does not compile there. */
export const enUS: Texts = {
  ...administrationEn,
  ...commandEn,
  ...enumEn,
  ...faultEn,
  ...frameEn,
  ...identityEn,
  ...listEn,
  ...mapEn,
  ...paletteEn,
  ...refusalEn,
  ...registryEn,
  ...shellEn,
  ...telemetryEn,
  ...valveEn,
  ...wallEn,
  ...wordsEn,
}

import { administrationEn } from './en-US/administration.ts'
import { aftersaleEn } from './en-US/aftersale.ts'
import { alarmLimitEn } from './en-US/alarm-limit.ts'
import { bulkEn } from './en-US/bulk.ts'
import { byteLogEn } from './en-US/byte-log.ts'
import { channelEn } from './en-US/channel.ts'
import { commandPageEn } from './en-US/command-page.ts'
import { commandEn } from './en-US/command.ts'
import { commissionEn } from './en-US/commission.ts'
import { enumEn } from './en-US/enum.ts'
import { faultPageEn } from './en-US/fault-page.ts'
import { faultEn } from './en-US/fault.ts'
import { figuresEn } from './en-US/figures.ts'
import { firmwareEn } from './en-US/firmware.ts'
import { frameEn } from './en-US/frame.ts'
import { frameInspectEn } from './en-US/frame-inspect.ts'
import { identityEn } from './en-US/identity.ts'
import { isolationEn } from './en-US/isolation.ts'
import { listEn } from './en-US/list.ts'
import { logEn } from './en-US/log.ts'
import { mapEn } from './en-US/map.ts'
import { noticeEn } from './en-US/notice.ts'
import { paletteEn } from './en-US/palette.ts'
import { connectLogEn } from './en-US/connect-log.ts'
import { productEn } from './en-US/product.ts'
import { provisioningEn } from './en-US/provisioning.ts'
import { refusalEn } from './en-US/refusal.ts'
import { registryEn } from './en-US/registry.ts'
import { saidEn } from './en-US/said.ts'
import { sensorEn } from './en-US/sensor.ts'
import { shellEn } from './en-US/shell.ts'
import { telemetryEn } from './en-US/telemetry.ts'
import { temperatureEn } from './en-US/temperature.ts'
import { valveEn } from './en-US/valve.ts'
import { waitingEn } from './en-US/waiting.ts'
import { wallEn } from './en-US/wall.ts'
import { wordsEn } from './en-US/words.ts'
import type { Texts } from './zh-CN.ts'

/** The same in English; a key that is missing in a file does not compile there. */
export const enUS: Texts = {
  ...administrationEn,
  ...aftersaleEn,
  ...alarmLimitEn,
  ...bulkEn,
  ...byteLogEn,
  ...commandEn,
  ...commandPageEn,
  ...channelEn,
  ...commissionEn,
  ...enumEn,
  ...faultPageEn,
  ...faultEn,
  ...figuresEn,
  ...firmwareEn,
  ...frameEn,
  ...frameInspectEn,
  ...identityEn,
  ...isolationEn,
  ...listEn,
  ...logEn,
  ...mapEn,
  ...noticeEn,
  ...paletteEn,
  ...connectLogEn,
  ...productEn,
  ...provisioningEn,
  ...refusalEn,
  ...registryEn,
  ...saidEn,
  ...sensorEn,
  ...shellEn,
  ...telemetryEn,
  ...temperatureEn,
  ...valveEn,
  ...waitingEn,
  ...wallEn,
  ...wordsEn,
}

import type { Attributes, Base, Firmware, Registry } from '../base.ts'
import type { Module } from '../module.ts'
import type { Config } from '../../config.ts'
import { createFirmware } from '../../modules/firmware/firmware.module.ts'

interface Needs {
  config: Config
  registry: Registry
  attributes: Attributes
}

/** How firmware comes to devices. */
export function composeFirmware({ db, clock, log }: Base, { config, registry, attributes }: Needs): Firmware {
  return createFirmware({
    db,
    clock,
    log,
    keys: config.firmwareKeys,
    carriesFirmware: registry.carriesFirmware,
    devicesOf: registry.devicesOfProduct,
    attributes: attributes.ofPlatform,
  })
}

export function firmwareModule({ mount, work, saveProgress }: Firmware): Module {
  return {
    name: 'firmware',
    mount,
    jobs(jobs) {
      jobs.start({ name: 'firmware.rollouts', everyMs: 2_000, exclusive: true, run: work })
      jobs.start({ name: 'firmware.progress', everyMs: 1_000, run: saveProgress })
    },
    close: saveProgress,
  }
}

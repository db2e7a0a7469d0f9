import type { Base, Office } from '../base.ts'
import type { Module } from '../module.ts'
import { createOffice } from '../../modules/office/office.module.ts'

/** What people do with each other: on which days they work, and what leave they have. */
export function composeOffice(base: Base): Office {
  return createOffice(base)
}

export function officeModule({ mount }: Office): Module {
  return { name: 'office', mount }
}

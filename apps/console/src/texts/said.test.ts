import * as contract from '@sluice/contract'
import { expect, test } from 'vitest'
import { enUS } from './en-US.ts'
import { zhCN } from './zh-CN.ts'

const LANGUAGES = [zhCN, enUS] as readonly Readonly<Record<string, unknown>>[]
const SAID = 'said.'
const sentencesOf = (key: string) => LANGUAGES.map((texts) => texts[SAID + key])
const slotsOf = (text: unknown) => [...String(text).matchAll(/\{\{([^}]+)\}\}/g)].map(([, slot]) => slot)

/** The line of every call of the contract that leaves one, beside those of the resources. */
const ACTIONS = (Object.values(contract) as unknown[]).flatMap((value) => {
  const isOperation = typeof value === 'object' && value !== null && 'path' in value && 'audit' in value
  return isOperation && typeof value.audit === 'string' ? [value.audit] : []
})
/** Lines that no call of the contract leaves: jobs, and verbs of every resource. */
const OTHERS = ['audit.cut', 'history.export', 'message.export', 'historyImport.finish', 'repairRecord.endTest']
const VERBS = ['insert', 'update', 'del', 'restore', 'import', 'export']
const COMMANDS = ['OPEN', 'CLOSE', 'STOP', 'SET_OPENING', 'READ']

/** Rows have names, what these are about has none: one's own account, a file, a job. */
const ABOUT_NOTHING_NAMED =
  /^(user\.(changePassword|register|enableTotp|disableTotp|renewRecoveryCodes|updateProfile|avatar)|file\.|historyImport\.|history\.|message\.|isolation\.stop|audit\.)/

test('every action that the log may hold is a sentence in both languages: who did it, and to which rows', () => {
  expect(ACTIONS.length).toBeGreaterThan(35)
  const wanted = [...ACTIONS, ...OTHERS].filter((action) => {
    const [area = '', verb = ''] = action.split('.')
    return !(VERBS.includes(verb) && area in contract.RESOURCES)
  })
  const wrong = wanted.filter((action) =>
    sentencesOf(action).some((text) => {
      const slots = slotsOf(text)
      return !slots.includes('who') || slots.includes('object') === ABOUT_NOTHING_NAMED.test(action)
    }),
  )
  expect(wrong).toEqual([])
})

test('the verbs of every resource, and its own ones, are sentences that name the kind of the rows', () => {
  const wrong = [...VERBS, 'other'].filter((verb) =>
    sentencesOf(verb).some((text) => !['who', 'kind'].every((slot) => slotsOf(text).includes(slot))),
  )
  expect(wrong).toEqual([])
})

test('a command is a sentence of its own, which asks and does not claim that it was done', () => {
  const wrong = COMMANDS.filter((code) =>
    sentencesOf(`command.send.${code}`).some((text) => slotsOf(text).join() !== 'who,object'),
  )
  expect(wrong).toEqual([])
})

test('the keys of a sentence go from the most exact one to the one for all', () => {
  expect(contract.sentenceKeys('command.send', 'OPEN')).toEqual(['command.send.OPEN', 'command.send', 'send', 'other'])
  expect(contract.sentenceKeys('user.update')).toEqual(['user.update', 'update', 'other'])
})

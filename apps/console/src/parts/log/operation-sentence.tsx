import { sentenceKeys } from '@sluice/contract'
import { Fragment, type ReactNode } from 'react'
import { byName, t, useText } from '../../lib/text/text.ts'
import type { TextKey } from '../../texts/zh-CN.ts'
import { areaWords, verbWords } from './action-words.ts'

/** Marks the place of a part in a text; no text holds it. */
const MARK = '\u0001'

interface SaidOperation {
  action: string
  /** Of the command that was sent. */
  code?: string | null | undefined
}

interface Parts {
  who: ReactNode
  /** What it was done to; null where nothing is named. */
  object: ReactNode
  /** What else belongs to it, e.g. which fault. */
  what?: ReactNode
}

/** The text of the sentence, with marks where its parts stand. */
function templateOf({ action, code }: SaidOperation): string {
  const [area = ''] = action.split('.')
  const key = sentenceKeys(action, code).find((one) => byName(`said.${one}`, '') !== '') ?? 'other'
  const place = (name: string) => `${MARK}${name}${MARK}`
  return t(`said.${key}` as TextKey, {
    who: place('who'),
    object: place('object'),
    what: place('what'),
    kind: areaWords(area),
    verb: verbWords(action),
  })
}

/** Who did what to which rows, as one sentence of the language; a part may be a link. */
export function OperationSentence({ who, object, what, ...said }: SaidOperation & Parts) {
  useText()
  const parts: Readonly<Record<string, ReactNode>> = { who: <b>{who}</b>, object, what }
  return (
    <span className="said">
      {templateOf(said)
        .split(MARK)
        .map((piece, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence keep their places
          <Fragment key={at}>{at % 2 === 0 ? piece : parts[piece]}</Fragment>
        ))}
    </span>
  )
}

import { Fragment, useState } from 'react'
import { useText } from '../../lib/text/text.ts'
import { CopyButton } from '../secret.tsx'
import { indentOf, type JsonLine, plainText } from './json-lines.ts'
import './json.css'

/** More lines than this are folded. */
const UNFOLDED = 24

/** Readable JSON, its kinds told apart by tints that mean no state; a long one is folded. */
export function JsonView({ lines, label }: { lines: readonly JsonLine[]; label: string }) {
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  const isLong = lines.length > UNFOLDED
  const shown = isLong && !isOpen ? lines.slice(0, UNFOLDED) : lines
  return (
    <div className="json-view">
      <CopyButton text={plainText(lines)} label={t('copy.label', { name: label })} />
      <pre aria-label={label} data-testid="json">
        {shown.map((line, at) => (
          <Fragment key={at}>
            {at > 0 && '\n'}
            {indentOf(line)}
            {line.tokens.map(({ kind, text }, n) => (
              <span key={n} className={`json-${kind}`}>
                {text}
              </span>
            ))}
          </Fragment>
        ))}
      </pre>
      {isLong && (
        <button type="button" className="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t('search.fold') : t('json.all', { n: lines.length })}
        </button>
      )}
    </div>
  )
}

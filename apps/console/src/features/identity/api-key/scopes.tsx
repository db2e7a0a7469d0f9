import { useText } from '../../../lib/text/text.ts'

const SHOWN = 3

/** A few permission keys, and how many more. */
export function Scopes({ keys }: { keys: readonly string[] }) {
  const { t } = useText()
  const rest = keys.length - SHOWN
  return (
    <span className="chips" title={keys.join('\n')}>
      {keys.slice(0, SHOWN).map((key) => (
        <code key={key} className="chip chip-plain">
          {key}
        </code>
      ))}
      {rest > 0 && <span className="chip chip-plain">{t('apiKey.more', { n: rest })}</span>}
    </span>
  )
}

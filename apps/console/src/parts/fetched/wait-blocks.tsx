import { useText } from '../../lib/text/text.ts'

/** Grey blocks that appear after 300 ms of loading and do not move (docs/spec/look.md#2.7). */
export function WaitBlocks({ rows = 6 }: { rows?: number }) {
  const { t } = useText()
  return (
    <div className="wait" role="status" aria-label={t('state.loading')}>
      {Array.from({ length: rows }, (_, at) => (
        <span key={at} style={{ width: `${92 - ((at * 17) % 38)}%` }} />
      ))}
    </div>
  )
}

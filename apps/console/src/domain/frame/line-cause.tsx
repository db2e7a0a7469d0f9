import type { ConnectionEvent } from '@sluice/contract'
import { MISSING } from '../../lib/text/reading-format.ts'
import { useText } from '../../lib/text/text.ts'

/** Why a connection ended or was refused, in words; what the gateway said of it stands in the tooltip. */
export function LineCause({ of: { cause, reason } }: { of: Pick<ConnectionEvent, 'cause' | 'reason'> }) {
  const { byName } = useText()
  if (cause === null) return <>{MISSING}</>
  return (
    <span title={reason ?? undefined}>{cause === 'OTHER' && reason ? reason : byName(`enum.lineCause.${cause}`)}</span>
  )
}

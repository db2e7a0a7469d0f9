import { operationLogVerify, type OutputOf } from '@sluice/contract'
import { useState } from 'react'
import { call, LONG_CALL_MS } from '../../lib/api/api.ts'
import { useMutation } from '../../lib/api/mutation.ts'
import { usePermission } from '../../lib/access/access.tsx'
import { showTime } from '../../lib/time/clock.ts'
import { formatNumber } from '../../lib/text/reading-format.ts'
import { byName, useText } from '../../lib/text/text.ts'
import { Button } from '../../parts/button/button.tsx'
import { Glyph } from '../../parts/icon/glyphs.tsx'
import { Icon } from '../../parts/icon/icons.tsx'

type Verdict = OutputOf<typeof operationLogVerify>

/** What the last verification that this person asked for has found; nothing is said before one. */
function Found({ lines, verifiedTime, broken }: Verdict) {
  const { t } = useText()
  if (broken)
    return (
      <span className="log-chain-mark broken">
        <Glyph name="level4" />
        {broken.seq === null
          ? t('log.brokenAt', { n: broken.operId ?? '', why: byName(`chainBreak.${broken.because}`) })
          : t('log.brokenSeq', { n: broken.seq, why: byName(`chainBreak.${broken.because}`) })}
      </span>
    )
  return (
    <span className="log-chain-mark">
      <Icon name="shield" size={14} />
      <b>{t('log.whole')}</b>
      <span className="num t3">
        {t('log.verifiedAt', { n: formatNumber(lines, 0), time: showTime(verifiedTime, '{h}:{i}:{s}') })}
      </span>
    </span>
  )
}

/** Verifies the whole chain when asked, and says what was verified; absent for those who may not. */
export function ChainMark() {
  const { t } = useText()
  const mayVerify = usePermission(['operationLog:verify'])
  const [found, setFound] = useState<Verdict | null>(null)
  const { busy, mutate } = useMutation()
  if (!mayVerify) return null
  const verify = () => mutate(async () => setFound(await call(operationLogVerify, {}, { timeoutMs: LONG_CALL_MS })))
  return (
    <span className="log-verify" role="status">
      {found && <Found {...found} />}
      <Button kind="link" busy={busy} onClick={() => void verify()}>
        {t(busy ? 'log.verifying' : 'log.verify')}
      </Button>
    </span>
  )
}

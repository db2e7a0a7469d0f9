import { type ChainVerdict, operationLogVerify } from '@sluice/contract'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { useMutation } from '../../lib/api/mutation.ts'
import { usePermission } from '../../lib/access/access.tsx'
import { showTime } from '../../lib/time/clock.ts'
import { formatNumber } from '../../lib/text/reading-format.ts'
import { byName, useText } from '../../lib/text/text.ts'
import { Button } from '../../parts/button/button.tsx'
import { Glyph } from '../../parts/icon/glyphs.tsx'
import { Icon } from '../../parts/icon/icons.tsx'
import { useVerdict } from './chain-node.tsx'

/** What the last verification that this person asked for has found; nothing is said before one. */
function Found({ lines, verifiedTime, broken }: ChainVerdict) {
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

/** Until the server has a verdict it says how far it is; it waits a moment by itself before it answers. */
const AGAIN_MS = 400

async function verifyChain(onPart: (part: number) => void, isOver: () => boolean): Promise<ChainVerdict | null> {
  let since: string | undefined
  while (!isOver()) {
    const { startedTime, done, total, verdict } = await call(operationLogVerify, since === undefined ? {} : { since })
    if (verdict) return verdict
    since ??= startedTime
    onPart(total === 0 ? 0 : done / total)
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
  }
  return null
}

/** Verifies the whole chain when asked, and says what was verified; absent for those who may not. */
export function ChainMark() {
  const { t } = useText()
  const mayVerify = usePermission(['operationLog:verify'])
  const found = useVerdict(({ verdict }) => verdict)
  const [part, setPart] = useState<number | null>(null)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  const { busy, mutate } = useMutation()
  if (!mayVerify) return null
  const verify = () =>
    mutate(async () => {
      setPart(null)
      const verdict = await verifyChain(setPart, () => isGone.current)
      if (verdict) useVerdict.setState({ verdict })
    })
  return (
    <span className="log-verify" role="status">
      {found && !busy && <Found {...found} />}
      {busy && part !== null && (
        <progress className="log-verify-part" max={1} value={part} aria-label={t('log.verifying')} />
      )}
      <Button kind="link" busy={busy} onClick={() => void verify()}>
        {!busy && t('log.verify')}
        {busy && (part === null ? t('log.verifying') : t('log.verifyingPart', { n: formatNumber(part * 100, 0) }))}
      </Button>
    </span>
  )
}

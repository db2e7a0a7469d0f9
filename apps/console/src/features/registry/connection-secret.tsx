import type { ConnectionCard } from '@sluice/contract'
import { clearPassword, revokeOldToken, rotatePassword, TOKEN_GRACE_DAYS } from '@sluice/contract'
import { usePermission } from '../../lib/access/access.tsx'
import { call } from '../../lib/api/api.ts'
import { ask } from '../../lib/page/ask.ts'
import { useMutation } from '../../lib/api/mutation.ts'
import { useText } from '../../lib/text/text.ts'
import { showTime } from '../../lib/time/clock.ts'
import { Button } from '../../parts/button/button.tsx'
import { Glyph } from '../../parts/icon/glyphs.tsx'
import { Secret } from '../../parts/secret.tsx'

/** A station may have no password, a device with a token always has one. */
const WORDS = {
  STATION_PASSWORD: {
    name: 'connection.password',
    once: 'connection.passwordOnce',
    set: 'connection.passwordSet',
    missing: 'connection.passwordFree',
    make: 'connection.make',
    rotate: 'connection.rotate',
    rotateAsk: 'connection.rotateAsk',
  },
  TOKEN: {
    name: 'connection.token',
    once: 'connection.tokenOnce',
    set: 'connection.tokenSet',
    missing: 'connection.tokenMissing',
    make: 'connection.makeToken',
    rotate: 'connection.rotateToken',
    rotateAsk: 'connection.rotateTokenAsk',
  },
} as const

interface SecretProps {
  card: ConnectionCard
  deviceId: string
  onCard: (card: ConnectionCard) => void
}

/** The secret that authenticates a device: shown once when created, changed, removed. */
export function SecretPart({ card, deviceId, onCard }: SecretProps) {
  const { t } = useText()
  const words = WORDS[card.credential]
  const mayEdit = usePermission(['device:edit'])
  const { busy, mutate } = useMutation()
  const sure = async (text: string) =>
    !card.hasPassword ||
    (await ask({ title: t('ask.title'), text, confirm: t('action.confirm'), cancel: t('action.cancel') }))
  const change = async (operation: typeof rotatePassword | typeof clearPassword, question: string) => {
    if (await sure(question)) await mutate(async () => onCard(await call(operation, { deviceId })))
  }
  const isToken = card.credential === 'TOKEN'
  /** The old token goes on while the new one is brought to the device. */
  const rotate = async () => {
    if (!isToken || !card.hasPassword) return change(rotatePassword, t(words.rotateAsk, { n: TOKEN_GRACE_DAYS.usual }))
    if (!(await sure(t(words.rotateAsk, { n: TOKEN_GRACE_DAYS.usual })))) return
    await mutate(async () => onCard(await call(rotatePassword, { deviceId, graceDays: TOKEN_GRACE_DAYS.usual })))
  }
  return (
    <div className="connection-password">
      {card.password ? (
        <>
          <p className="hint">{t(words.once)}</p>
          <Secret text={card.password} label={t(words.name)} />
        </>
      ) : (
        <p className={card.hasPassword ? 'hint' : 'notice'}>
          {!card.hasPassword && <Glyph name="level2" />}
          {t(card.hasPassword ? words.set : words.missing)}
        </p>
      )}
      {card.oldToken && (
        <OldToken card={card} old={card.oldToken} deviceId={deviceId} mayEdit={mayEdit} onCard={onCard} />
      )}
      {mayEdit && (
        <div className="connection-buttons">
          <Button disabled={busy} onClick={() => void rotate()}>
            {t(card.hasPassword ? words.rotate : words.make)}
          </Button>
          {card.hasPassword && isToken && (
            <Button disabled={busy} onClick={() => void change(rotatePassword, t('connection.rotateNowAsk'))}>
              {t('connection.rotateNow')}
            </Button>
          )}
          {card.hasPassword && card.credential === 'STATION_PASSWORD' && (
            <Button disabled={busy} onClick={() => void change(clearPassword, t('connection.clearAsk'))}>
              {t('connection.clear')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

interface OldProps extends SecretProps {
  old: NonNullable<ConnectionCard['oldToken']>
  mayEdit: boolean
}

/** The token before this one, as long as it goes on: whether the device still shows it, and the way to stop it. */
function OldToken({ card, old, deviceId, mayEdit, onCard }: OldProps) {
  const { t } = useText()
  const { busy, mutate } = useMutation()
  const until = showTime(old.until)
  const stop = async () => {
    const words = { title: t('ask.title'), text: t('connection.oldStopAsk'), confirm: t('connection.oldStop') }
    if (!(await ask({ ...words, cancel: t('action.cancel'), danger: true }))) return
    // What was made just now and is still on the screen stays there.
    const work = async () => onCard({ ...(await call(revokeOldToken, { deviceId })), password: card.password })
    await mutate(work, { done: t('connection.oldStopped') })
  }
  return (
    <p className="notice connection-old" data-testid="connection-old">
      <Glyph name="level2" />
      <span>
        {old.usedTime === null
          ? t('connection.oldUnused', { until })
          : t('connection.oldUsed', { time: showTime(old.usedTime), until })}{' '}
        {mayEdit && (
          <Button kind="link" disabled={busy} onClick={() => void stop()}>
            {t('connection.oldStop')}
          </Button>
        )}
      </span>
    </p>
  )
}

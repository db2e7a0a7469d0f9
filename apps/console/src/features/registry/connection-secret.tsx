import type { ConnectionCard } from '@sluice/contract'
import { clearPassword, rotatePassword } from '@sluice/contract'
import { usePermission } from '../../lib/access/access.tsx'
import { call } from '../../lib/api/api.ts'
import { ask } from '../../lib/page/ask.ts'
import { useMutation } from '../../lib/api/mutation.ts'
import { useText } from '../../lib/text/text.ts'
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

/** The secret that authenticates a device: shown once when created, changed, removed. */
export function SecretPart({
  card,
  deviceId,
  onCard,
}: {
  card: ConnectionCard
  deviceId: string
  onCard: (card: ConnectionCard) => void
}) {
  const { t } = useText()
  const words = WORDS[card.credential]
  const mayEdit = usePermission(['device:edit'])
  const { busy, mutate } = useMutation()
  const change = async (operation: typeof rotatePassword | typeof clearPassword, question: string) => {
    const sure =
      !card.hasPassword ||
      (await ask({ title: t('ask.title'), text: question, confirm: t('action.confirm'), cancel: t('action.cancel') }))
    if (sure) await mutate(async () => onCard(await call(operation, { deviceId })))
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
      {mayEdit && (
        <div className="connection-buttons">
          <Button disabled={busy} onClick={() => void change(rotatePassword, t(words.rotateAsk))}>
            {t(card.hasPassword ? words.rotate : words.make)}
          </Button>
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

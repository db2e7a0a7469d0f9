import type { ConnectionCard } from '@sluice/contract'
import { connectionCard } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useStateOrRow } from '../../domain/state/device-state-store.ts'
import { useAnswer, answerKey } from '../../lib/api/answer.ts'
import { MISSING } from '../../lib/text/reading-format.ts'
import { useText } from '../../lib/text/text.ts'
import { Fact, Facts } from '../../parts/section/facts.tsx'
import { Fetched } from '../../parts/fetched/fetched.tsx'
import { Glyph } from '../../parts/icon/glyphs.tsx'
import { Age } from '../../parts/reading/reading.tsx'
import { CopyButton, Secret } from '../../parts/secret.tsx'
import { unreachable } from './host-reach.ts'
import { SecretPart } from './connection-secret.tsx'
import { CertificateSection } from './certificate/certificate-section.tsx'
import { Section } from '../../parts/section/section.tsx'
import { DeviceRefusals } from './device-refusals.tsx'

interface ConnectionFactProps {
  label: string
  value: string
  copyable?: boolean
}

function ConnectionFact({ label, value, copyable = true }: ConnectionFactProps) {
  const { t } = useText()
  return (
    <Fact name={label} className="fact">
      <span className="mono">{value || MISSING}</span>
      {copyable && value && <CopyButton text={value} label={t('copy.label', { name: label })} />}
    </Fact>
  )
}

/** Waits for the first message and turns green by itself when it arrives (by the live channel or by polling). */
function FirstMessage({ card, cardAt, deviceId }: { card: ConnectionCard; cardAt: number; deviceId: string }) {
  const { t } = useText()
  const told = { lastSeenTime: card.lastMessageTime ?? card.firstMessageTime }
  const time = useStateOrRow(deviceId, told, cardAt).lastSeenTime ?? told.lastSeenTime
  if (!time) {
    return (
      <p className="first-message waiting" role="status">
        <span className="waiting-ring" aria-hidden="true" />
        {t('connection.waiting')}
      </p>
    )
  }
  return (
    <p className="first-message arrived" role="status">
      <Glyph name="done" />
      {t('connection.arrived')}
      <Age time={time} />
    </p>
  )
}

/** How to configure the station's connection, in one line to copy. */
function cardLine(card: ConnectionCard, texts: { password: string; station: string }): string {
  if (card.example) return card.example
  const parts = [card.protocol, `${card.host}:${card.port}`, `${texts.station} ${card.stationAddress}`]
  if (card.password) parts.push(`${texts.password} ${card.password}`)
  return parts.join('  ')
}

/** Where the station must connect, with which address and password, and whether it has reported. */
export function ConnectionCardPanel({ deviceId, name }: { deviceId: string; name: string }) {
  const { t } = useText()
  const client = useQueryClient()
  const card = useAnswer(connectionCard, { deviceId })
  const [fresh, setFresh] = useState<ConnectionCard | null>(null)
  useEffect(() => setFresh(null), [deviceId])
  const shown = fresh ?? card.data
  const unheard = shown ? unreachable(shown.host) : null
  return (
    <Section
      className="connection"
      label={t('connection.title')}
      title={t('connection.title')}
      beside={
        <>
          <span className="t3">{name}</span>
          {shown && <FirstMessage card={shown} cardAt={card.dataUpdatedAt} deviceId={deviceId} />}
        </>
      }
    >
      {!fresh && (
        <Fetched query={card} rows={3}>
          {() => null}
        </Fetched>
      )}
      {shown && (
        <>
          {!shown.listening && (
            <p className="notice">
              <Glyph name="level2" />
              {t('connection.closed')}
            </p>
          )}
          {unheard && (
            <p className="notice" data-testid="connection-unreachable">
              <Glyph name="level2" />
              <span>{t(unheard === 'itself' ? 'connection.itself' : 'connection.nowhere', { host: shown.host })}</span>
            </p>
          )}
          <Facts>
            <ConnectionFact label={t('device.protocol')} value={shown.protocol} copyable={false} />
            <ConnectionFact label={t('connection.host')} value={shown.host} />
            <ConnectionFact label={t('connection.port')} value={String(shown.port)} />
            {shown.credential === 'TOKEN' ? (
              <ConnectionFact label={t('connection.topic')} value={shown.topic ?? ''} />
            ) : (
              <>
                <ConnectionFact label={t('device.stationAddress')} value={shown.stationAddress} />
                <ConnectionFact
                  label={t('device.allowedAddresses')}
                  value={shown.allowedAddresses ?? t('connection.fromAnywhere')}
                  copyable={false}
                />
              </>
            )}
          </Facts>
          <SecretPart
            card={shown}
            deviceId={deviceId}
            onCard={(next) => {
              setFresh(next)
              void client.invalidateQueries({ queryKey: answerKey(connectionCard, { deviceId }) })
            }}
          />
          <Secret
            text={cardLine(shown, { password: t('connection.password'), station: t('device.stationAddress') })}
            label={t('connection.line')}
          />
          {shown.credential === 'TOKEN' && <CertificateSection deviceId={deviceId} />}
          <DeviceRefusals deviceId={deviceId} />
        </>
      )}
    </Section>
  )
}

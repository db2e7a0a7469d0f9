import { type Filled, inLanguage, REPAIR_LIFE, type RepairEntry } from '@sluice/contract'
import { useLine } from '../../../lib/live/line.ts'
import { byName, t as say, useText } from '../../../lib/text/text.ts'
import { formatNumber } from '../../../lib/text/reading-format.ts'
import { yuanOf } from '../../../lib/text/value-text.ts'
import { showTime } from '../../../lib/time/clock.ts'
import { Button } from '../../../parts/button/button.tsx'
import { Glyph } from '../../../parts/icon/glyphs.tsx'
import { Section } from '../../../parts/section/section.tsx'
import { mineAgain, theirsKept, type WaitingEntry } from './field.rules.ts'
import { settle } from './repair-outbox.ts'

const fieldName = (name: string) => byName(`repairRecord.${name}`)

/** A value as a person reads it. */
function shown(name: keyof Filled, value: Filled[keyof Filled]): string {
  if (value === null || value === undefined || value === '') return say('repair.field.empty')
  if (typeof value === 'boolean') return say(value ? 'state.yes' : 'state.no')
  if (typeof value === 'number') return formatNumber(name === 'laborFee' ? yuanOf(value) : value, 2)
  if (typeof value === 'string') return value
  if (value.length === 0) return say('repair.field.empty')
  return value.map(({ item, quantity }) => `${item} × ${quantity}`).join(say('list.comma'))
}

function useEntryName(): (entry: RepairEntry) => string {
  const { t, language } = useText()
  return (entry) => {
    if (entry.kind === 'STEP')
      return inLanguage(REPAIR_LIFE.transitions.find(({ name }) => name === entry.step)!.verb, language)
    if (entry.kind === 'PHOTO') return t('repair.field.photo')
    if (entry.kind === 'SIGNATURE') return t('repair.field.signedBy', { name: entry.name })
    return Object.keys(entry.now).map(fieldName).join(t('list.comma'))
  }
}

/** A field as one of the two has it. */
function Version({ name, value, by }: { name: keyof Filled; value: Filled[keyof Filled]; by?: string | undefined }) {
  return (
    <p>
      <small className="t3">{by === undefined ? fieldName(name) : `${fieldName(name)} · ${by}`}</small>
      <b>{shown(name, value)}</b>
    </p>
  )
}

/** Where the bar at the thumb leads to. */
export const clashPlace = (orderId: string) => `repair-clash-${orderId}`

/** What a person entered beside what stands there: they choose, nothing is overwritten. */
function Clash({ orderId, waiting }: { orderId: string; waiting: WaitingEntry }) {
  const { t } = useText()
  const { key, entry, at, refused, meanwhile } = waiting
  const nameOf = useEntryName()
  const mine = meanwhile ? mineAgain(entry, meanwhile) : null
  const clashes = entry.kind === 'FIELDS' && meanwhile ? (Object.keys(meanwhile.fields) as (keyof Filled)[]) : []
  const byOf = (name: keyof Filled) => meanwhile?.changed?.[name]?.byName
  // Several people: then each field says whose it is.
  const isOneHand = new Set(clashes.map(byOf)).size <= 1
  return (
    <div className="repair-clash" role="alert" id={clashPlace(orderId)}>
      <h3>
        <Glyph name="unconfirmed" />
        {t(meanwhile ? 'repair.clash.title' : 'repair.clash.refused')}
      </h3>
      {meanwhile ? clashes.length === 0 && <p>{nameOf(entry)}</p> : <p>{`${nameOf(entry)}: ${refused}`}</p>}
      {meanwhile ? (
        <div
          className="repair-versions"
          style={{ ['--rows' as string]: clashes.length + (entry.kind === 'STEP' ? 3 : 2) }}
        >
          <div>
            <p>
              <b>{t('repair.clash.theirs')}</b>
              <small className="t3">
                {isOneHand && meanwhile.byName && <span>{meanwhile.byName}</span>}
                <time className="num">{showTime(meanwhile.time, '{m}-{d} {h}:{i}')}</time>
              </small>
            </p>
            {entry.kind === 'STEP' && <b>{byName(`enum.repairStatus.${meanwhile.status}`)}</b>}
            {clashes.map((name) => (
              <Version key={name} name={name} value={meanwhile.fields[name]} by={isOneHand ? undefined : byOf(name)} />
            ))}
            <Button onClick={() => void settle(orderId, key, theirsKept(entry, meanwhile))}>
              {t('repair.clash.keepTheirs')}
            </Button>
          </div>
          <div>
            <p>
              <b>{t('repair.clash.mine')}</b>
              <small className="t3">
                <time className="num">{showTime(at, '{m}-{d} {h}:{i}')}</time>
              </small>
            </p>
            {entry.kind === 'STEP' && <b>{nameOf(entry)}</b>}
            {entry.kind === 'FIELDS' &&
              clashes.map((name) => <Version key={name} name={name} value={entry.now[name]} />)}
            {mine && (
              <Button kind="theme" onClick={() => void settle(orderId, key, mine)}>
                {t('repair.clash.keepMine')}
              </Button>
            )}
          </div>
        </div>
      ) : (
        <Button onClick={() => void settle(orderId, key, null)}>{t('repair.clash.takeBack')}</Button>
      )}
    </div>
  )
}

/** What waits on the telephone of an order, and where it does not fit what stands there. */
export function WaitingEntries({ orderId, waiting }: { orderId: string; waiting: readonly WaitingEntry[] }) {
  const { t } = useText()
  const line = useLine()
  const nameOf = useEntryName()
  const ahead = waiting.filter(({ refused }) => refused === undefined)
  const isCut = line.kind === 'offline' || line.kind === 'kept'
  if (waiting.length === 0)
    return isCut ? (
      <p className="repair-cut" role="status">
        {t('repair.field.cut')}
      </p>
    ) : null
  return (
    <Section
      title={ahead.length > 0 ? t('repair.field.waiting', { n: ahead.length }) : t('repair.clash.heading')}
      label={t('repair.field.waitingLabel')}
      className="no-print"
    >
      {ahead.length > 0 && (
        <>
          <ol className="repair-waiting" role="status">
            {ahead.map(({ key, at, entry }) => (
              <li key={key}>
                <Glyph name="pending" />
                <span>{nameOf(entry)}</span>
                <time className="t3 num">{showTime(at, '{h}:{i}')}</time>
              </li>
            ))}
          </ol>
          <p className="t3">{t('repair.field.once')}</p>
        </>
      )}
      {waiting
        .filter(({ refused }) => refused !== undefined)
        .map((one) => (
          <Clash key={one.key} orderId={orderId} waiting={one} />
        ))}
    </Section>
  )
}

import { type ByteLine, type InspectedFrame, inspectFrame } from '@sluice/contract'
import { Link } from 'react-router'
import { fieldName, unitText } from '../../../domain/frame/frame-fields.ts'
import { usePermission } from '../../../lib/access/access.tsx'
import { useAnswer } from '../../../lib/api/answer.ts'
import { MISSING } from '../../../lib/text/reading-format.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { showTime } from '../../../lib/time/clock.ts'
import { Button } from '../../../parts/button/button.tsx'
import { Fetched } from '../../../parts/fetched/fetched.tsx'
import { Glyph } from '../../../parts/icon/glyphs.tsx'
import { CopyButton } from '../../../parts/secret.tsx'
import { Hex } from '../../../domain/frame/frame-view.tsx'
import { payloadOf } from '../../../domain/frame/payload.ts'
import { marksIn } from './tail-filter.ts'

const SHOWN_BYTES = 20
const SHOWN_LETTERS = 80

/** What became of a line, in words. */
function LineVerdict({ line: { state, because } }: { line: Pick<ByteLine, 'state' | 'because'> }) {
  const { t } = useText()
  if (state === 'SENT') return <span className="t3">{t('byteLog.sent')}</span>
  const word =
    because === null ? '' : byName(`enum.verdict.${because}`, byName(`enum.refusalReason.${because}`, because))
  if (state === 'TAKEN') return <span className="t2">{word}</span>
  return (
    <span className={state === 'REFUSED' ? 'row tight word-level4' : 'row tight word-level2'}>
      <Glyph name={state === 'REFUSED' ? 'failed' : 'level2'} />
      {word}
    </span>
  )
}

function funcOf({ protocol, func, direction }: ByteLine): string {
  if (!func) return MISSING
  const key = `func.${protocol}.${func}`
  return byName(`${key}.${direction}`, byName(key, byName(`frameWord.kind.${func}`, func)))
}

/** The beginning of the bytes, with those that are looked for marked. */
function Bytes({ line, bytes }: { line: ByteLine; bytes: string | undefined }) {
  const marks = marksIn(line, bytes)
  const text = marks.length === 0 && (bytes ?? '') === '' ? payloadOf(line.hex)?.text : undefined
  if (text !== undefined) return <code className="tail-bytes">{text.slice(0, SHOWN_LETTERS)}</code>
  const pairs = (line.hex.match(/../g) ?? []).slice(0, SHOWN_BYTES)
  const isMarked = (at: number) => marks.some(({ from, to }) => from <= at && at < to)
  return (
    <code className="tail-bytes">
      {marks.length === 0
        ? pairs.join(' ')
        : pairs.map((pair, at) => (isMarked(at) ? <mark key={at}>{pair} </mark> : `${pair} `))}
      {line.length > SHOWN_BYTES && ' …'}
    </code>
  )
}

/** The fields of a frame in two columns. */
function Fields({ frame }: { frame: InspectedFrame }) {
  return (
    <dl className="tail-fields">
      {frame.fields
        .filter(({ name }) => name !== 'separator' && name !== 'jsonText')
        .map((field) => (
          <div key={field.from} className={field.kind === 'unread' ? 't3' : ''}>
            <dt>{fieldName(field, frame.protocol)}</dt>
            <dd className={field.expected ? 'word-level4' : 'num'}>
              {field.value ?? MISSING}
              {field.unit && <small className="unit"> {unitText(field.unit)}</small>}
              {field.expected && ` ≠ ${field.expected}`}
            </dd>
          </div>
        ))}
    </dl>
  )
}

interface OpenedProps {
  line: ByteLine
  onFilter: (line: ByteLine) => void
}

/** The bytes on the left, what they mean on the right, and where to go from here. */
function Opened({ line, onFilter }: OpenedProps) {
  const { t } = useText()
  const may = usePermission(['frame:inspect'])
  const { hex, protocol, deviceId, byteAt, because, state, detail } = line
  const isWhole = hex.length === line.length * 2
  const decoded = useAnswer(
    inspectFrame,
    may && isWhole && hex !== '' ? { hex, protocol, ...(deviceId ? { deviceId } : {}) } : null,
    { silent: true, staleMs: 60_000 },
  )
  return (
    <div className="tail-opened">
      <Hex hex={hex} markAt={byteAt} />
      <div className="stack">
        {detail !== null && <code className="word-level4">{detail}</code>}
        {state === 'REFUSED' && because && <p className="t2">{byName(`refusal.hint.${because}`, '')}</p>}
        <Fetched query={decoded} rows={3}>
          {(frame) => <Fields frame={frame} />}
        </Fetched>
        <p className="row wrap">
          {may && isWhole && (
            <Link to={`/netty/frame#${protocol}:${hex}${deviceId ? `@${deviceId}` : ''}`}>{t('message.inspect')}</Link>
          )}
          <Button kind="link" onClick={() => onFilter(line)}>
            {t('byteLog.filterBy')}
          </Button>
          {deviceId && <Link to={`/device/detail/${deviceId}?tab=message`}>{t('byteLog.device')}</Link>}
          <CopyButton text={hex} label={t('frameInspect.copyBytes')} />
        </p>
      </div>
    </div>
  )
}

interface TailRowProps extends OpenedProps {
  isOpen: boolean
  bytes: string | undefined
  onToggle: (seq: number) => void
}

/** One line of the log, which opens. */
export function TailRow({ line, isOpen, bytes, onToggle, onFilter }: TailRowProps) {
  const { seq, ts, direction, deviceName, remote, protocol, length, state } = line
  return (
    <li className={`tail-row tail-${state.toLowerCase()}${isOpen ? ' open' : ''}`}>
      <button type="button" className="tail-line" aria-expanded={isOpen} onClick={() => onToggle(seq)}>
        <span className="num t2">{`${showTime(ts, '{h}:{i}:{s}')}.${ts.slice(20, 23)}`}</span>
        <span className={direction === 'DOWN' ? 'tail-down' : 't2'}>
          {direction === 'UP' ? '↑' : '↓'} {byName(`enum.direction.${direction}`)}
        </span>
        <span className="tail-device">{deviceName ?? byName('byteLog.nobody')}</span>
        <span className="num t2 tail-remote">{remote}</span>
        <span className="t2 tail-protocol">{protocol}</span>
        <span className="num tail-length">{length}</span>
        <Bytes line={line} bytes={bytes} />
        <span className="tail-func">{funcOf(line)}</span>
        <LineVerdict line={line} />
      </button>
      {isOpen && <Opened line={line} onFilter={onFilter} />}
    </li>
  )
}

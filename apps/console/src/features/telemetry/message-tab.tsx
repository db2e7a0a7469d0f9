import { type DeviceMessage, messageResource } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Permission } from '../../lib/access/access.tsx'
import { showTime } from '../../lib/time/clock.ts'
import { metricLabel } from '../../domain/metric/metric-label.ts'
import { onLive, watchLive } from '../../lib/live/live.ts'
import { MISSING } from '../../lib/text/reading-format.ts'
import { byName, useText } from '../../lib/text/text.ts'
import { EmptyState } from '../../parts/fetched/empty-state.tsx'
import { payloadOf } from '../../domain/frame/payload.ts'
import { FrameView } from '../../domain/frame/frame-view.tsx'
import { Glyph } from '../../parts/icon/glyphs.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'
import type { Cells } from '../../parts/list/table/table-props.ts'
import { TimeChoice } from '../../parts/list/search/time-choice.tsx'

/** Frames that arrive in bursts cause one refresh. */
const GATHER_MS = 400

/** New frames appear by themselves while the first page is shown. */
function useFreshMessages(deviceId: string, on: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!on) return
    let gathering: ReturnType<typeof setTimeout> | undefined
    const refresh = () => void client.invalidateQueries({ queryKey: ['page', messageResource.name] })
    const stopWatching = watchLive({ messages: [deviceId] })
    const stopListening = onLive((event) => {
      if (event.type !== 'message' || event.deviceId !== deviceId) return
      clearTimeout(gathering)
      gathering = setTimeout(refresh, GATHER_MS)
    })
    return () => {
      clearTimeout(gathering)
      stopWatching()
      stopListening()
    }
  }, [deviceId, on, client])
}

function VerdictMark({ result }: Pick<DeviceMessage, 'result'>) {
  const { byName } = useText()
  const good = result === 'OK' || result === 'DUPLICATE'
  return (
    <span className={good ? 'row tight' : 'row tight word-level2'}>
      {!good && <Glyph name="level2" />}
      {byName(`enum.verdict.${result}`, result)}
    </span>
  )
}

function Direction({ direction }: Pick<DeviceMessage, 'direction'>) {
  const { byName } = useText()
  return (
    <span className="row tight">
      <span aria-hidden="true">{direction === 'UP' ? '↑' : '↓'}</span>
      {byName(`enum.direction.${direction}`)}
    </span>
  )
}

/** The function of a frame; some codes have another meaning in an uplink. */
function funcText({ protocol, func, direction }: DeviceMessage): string {
  if (!func) return MISSING
  const key = `func.${protocol}.${func}`
  return byName(`${key}.${direction}`, byName(key, func))
}

const LINE_MOST = 64
const HEX_MOST = 48

/** A frame in one line: the beginning of its text, else of its bytes. */
function lineOf({ hex }: DeviceMessage): string {
  const text = payloadOf(hex)?.text.replace(/\s+/g, ' ')
  if (text === undefined) return hex.slice(0, HEX_MOST)
  return text.length > LINE_MOST ? `${text.slice(0, LINE_MOST)}…` : text
}

const CELLS: Cells<typeof messageResource> = {
  ts: (row) => <span className="num">{showTime(row.ts)}</span>,
  direction: (row) => <Direction direction={row.direction} />,
  func: (row) => funcText(row),
  result: (row) => <VerdictMark result={row.result} />,
  hex: (row) => <code className="hex-line">{lineOf(row)}</code>,
}
const NO_COLUMNS = ['deviceId'] as const

/** The values of the frame that are stored as BAD, with the reasons. */
function BadValues({ named, more }: DeviceMessage['badValues']) {
  const { t, byName } = useText()
  const values = named
    .map(({ key, fault }) => `${metricLabel(key)} ${byName(`enum.valueFault.${fault}`, fault)}`)
    .join(' · ')
  return (
    <p className="row wrap bad-values word-level2" data-testid="bad-values">
      <Glyph name="level2" />
      {more > 0 ? t('message.moreBadValues', { values, n: more }) : t('message.badValues', { values })}
    </p>
  )
}

function Frame({ row, deviceId }: { row: DeviceMessage; deviceId: string }) {
  const { t } = useText()
  const { id, hex, decoded, badValues, protocol } = row
  return (
    <>
      {badValues.named.length > 0 && <BadValues {...badValues} />}
      <FrameView hex={hex} decoded={decoded} protocol={protocol} />
      <Permission roles={['frame:inspect']}>
        <Link className="link" to={`/netty/frame?device=${deviceId}&message=${id}`}>
          {t('message.inspect')}
        </Link>
      </Permission>
    </>
  )
}

/** Raw frames of a device; a row expands to its bytes and their meaning. */
export function MessageTab({ deviceId }: { deviceId: string }) {
  const { t } = useText()
  const [search] = useSearchParams()
  useFreshMessages(deviceId, (search.get('page') ?? '1') === '1')
  const within = useMemo(() => ({ deviceId }), [deviceId])
  return (
    <ListPage
      resource={messageResource}
      slots={{
        fixedFilters: within,
        cells: CELLS,
        omitColumns: NO_COLUMNS,
        omitFilters: ['ts'],
        counts: (query, _setFilter, filter) => <TimeChoice query={query} onFilter={filter} />,
        expanded: (row) => <Frame row={row} deviceId={deviceId} />,
        empty: <EmptyState icon="inbox" text={t('message.none')} hint={t('message.noneHint')} />,
      }}
    />
  )
}

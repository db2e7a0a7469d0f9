import { type ByteLine, frameProtocols } from '@sluice/contract'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useAnswer } from '../../../lib/api/answer.ts'
import { saveContent } from '../../../lib/api/save-file.ts'
import { keysAreTaken } from '../../../lib/page/page-keys.ts'
import { usePhone } from '../../../lib/page/width.ts'
import { useText } from '../../../lib/text/text.ts'
import { showTime } from '../../../lib/time/clock.ts'
import { Button } from '../../../parts/button/button.tsx'
import { Segment } from '../../../parts/button/segment.tsx'
import { ToolButton } from '../../../parts/button/tool-button.tsx'
import { EmptyState } from '../../../parts/fetched/empty-state.tsx'
import { FilterBar } from './filter-bar.tsx'
import { RefusalPanel } from './refusal-panel.tsx'
import { asText, filterIn, type TailFilter } from './tail-filter.ts'
import { TailRow } from './tail-rows.tsx'
import type { TailState } from './tail-state.ts'
import { useTail } from './use-tail.ts'
import { Card } from '../../../parts/section/section.tsx'
import './byte-log.css'

/** Nearer to the end than this the tail follows. */
const END_PX = 24
const PACE_S = 5

/** The lines of each second of the last minute. */
function Spark({ perSecond }: { perSecond: readonly number[] }) {
  const { t } = useText()
  const most = Math.max(1, ...perSecond)
  const recent = perSecond.slice(-PACE_S)
  const pace = recent.length === 0 ? 0 : Math.round(recent.reduce((sum, n) => sum + n, 0) / recent.length)
  return (
    <>
      <svg className="tail-spark" viewBox="0 0 180 20" width="180" height="20" aria-hidden="true">
        {perSecond.map((n, at) => {
          const height = Math.max(n > 0 ? 2 : 0, (n / most) * 20)
          return <rect key={at} x={at * 3} width="2" y={20 - height} height={height} />
        })}
      </svg>
      <span className="num">{t('byteLog.pace', { n: pace })}</span>
    </>
  )
}

interface TailProps {
  state: TailState
  filter: TailFilter
  onPause: () => void
  onResume: () => void
  onFilter: (filter: TailFilter) => void
}

/** Space stops the tail and lets it go on. */
function useSpace(isPaused: boolean, onPause: () => void, onResume: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== ' ' || keysAreTaken(event) || (event.target as HTMLElement | null)?.closest?.('button, a'))
        return
      event.preventDefault()
      if (isPaused) onResume()
      else onPause()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isPaused, onPause, onResume])
}

/** The lines; scrolling up, selecting text and opening one stop them. */
function Lines({ state, filter, onPause, onResume, onFilter }: TailProps) {
  const { t } = useText()
  const box = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<number | null>(null)
  const { lines, pausedAt } = state
  useLayoutEffect(() => {
    if (pausedAt === null && box.current) box.current.scrollTop = box.current.scrollHeight
  }, [lines, pausedAt])
  useEffect(() => {
    const onSelect = () => {
      const selection = document.getSelection()
      if (selection && !selection.isCollapsed && box.current?.contains(selection.anchorNode)) onPause()
    }
    document.addEventListener('selectionchange', onSelect)
    return () => document.removeEventListener('selectionchange', onSelect)
  }, [onPause])
  const onToggle = useCallback(
    (seq: number) => {
      onPause()
      setOpen((before) => (before === seq ? null : seq))
    },
    [onPause],
  )
  const onScroll = () => {
    const { current } = box
    if (current && current.scrollHeight - current.scrollTop - current.clientHeight > END_PX) onPause()
  }
  const byLine = ({ deviceId, remote }: ByteLine) =>
    onFilter(deviceId ? { deviceId } : { remote: remote.replace(/:\d+$/, '') })
  if (lines.length === 0) {
    const isNarrow = Object.keys(filter).length > 0
    const action = isNarrow ? { label: t('byteLog.clear'), onClick: () => onFilter({}) } : undefined
    return <EmptyState icon="list" text={t(isNarrow ? 'byteLog.noMatch' : 'byteLog.none')} action={action} />
  }
  return (
    <div ref={box} className="tail-scroll" onWheel={onScroll} onTouchMove={onScroll} onScroll={onScroll}>
      <ol className={pausedAt === null ? 'tail-lines' : 'tail-lines with-pill'} aria-label={t('byteLog.title')}>
        {lines.map((line) => (
          <TailRow
            key={line.seq}
            line={line}
            bytes={filter.bytes}
            isOpen={open === line.seq}
            onToggle={onToggle}
            onFilter={byLine}
          />
        ))}
      </ol>
      {pausedAt !== null && (
        <p className="tail-pill" role="status">
          <span>{t('byteLog.waiting', { n: state.waiting, refused: state.waitingRefused })}</span>
          <Button
            icon="down"
            onClick={() => {
              setOpen(null)
              onResume()
            }}
          >
            {t('byteLog.latest')}
          </Button>
        </p>
      )}
    </div>
  )
}

function Tail(props: TailProps & { failed: boolean; onDownload: () => void }) {
  const { t } = useText()
  const { state, failed, onPause, onResume } = props
  const { pausedAt, everyNth, perSecond } = state
  useSpace(pausedAt !== null, onPause, onResume)
  return (
    <Card className={failed ? 'tail stale' : 'tail'} label={t('byteLog.title')}>
      <div className="panel-head">
        <h2>{t('byteLog.title')}</h2>
        <Spark perSecond={perSecond} />
        {everyNth > 1 && <span className="word-level2">{t('byteLog.sampled', { n: everyNth })}</span>}
        <span className="row end">
          {pausedAt !== null && (
            <span className="word-level2 num">
              {t('byteLog.stoppedAt', { time: showTime(pausedAt, '{h}:{i}:{s}') })}
            </span>
          )}
          <ToolButton icon="download" label={t('byteLog.download')} onClick={props.onDownload} />
          <Button onClick={pausedAt === null ? onPause : onResume}>
            {t(pausedAt === null ? 'byteLog.pause' : 'byteLog.resume')}
          </Button>
        </span>
      </div>
      <div className="tail-head" aria-hidden="true">
        {(['time', 'direction', 'device', 'remote', 'protocol', 'length', 'bytes', 'func', 'verdict'] as const).map(
          (name) => (
            <span key={name}>{t(`byteLog.${name}`)}</span>
          ),
        )}
      </div>
      <Lines {...props} />
    </Card>
  )
}

/** The live tail of all connections, and what was refused recently. */
export default function ByteLogScreen() {
  const { t } = useText()
  const isPhone = usePhone()
  const [search, setSearch] = useSearchParams()
  const [tab, setTab] = useState<'refusals' | 'lines'>('refusals')
  const filter = filterIn(search)
  const { state, failed, pause, resume } = useTail(filter)
  const { data: protocols = [] } = useAnswer(frameProtocols, {}, { silent: true, staleMs: Number.POSITIVE_INFINITY })
  const onFilter = (next: TailFilter) => setSearch(next as Record<string, string>, { replace: true })
  const download = () => saveContent(new Blob([asText(state.lines)], { type: 'text/plain' }), 'byte-log.txt')
  const choose = (reason?: string) => {
    onFilter(reason ? { because: reason } : {})
    setTab('lines')
  }
  const refusals = <RefusalPanel chosen={filter.because} onChoose={choose} />
  const tail = <Tail {...{ state, filter, failed, onFilter }} onDownload={download} onPause={pause} onResume={resume} />
  return (
    <div className="stack byte-log">
      {isPhone ? (
        <>
          <span className="segments">
            <Segment on={tab === 'refusals'} onClick={() => setTab('refusals')}>
              {t('byteLog.refusals')}
            </Segment>
            <Segment on={tab === 'lines'} onClick={() => setTab('lines')}>
              {t('byteLog.title')}
            </Segment>
          </span>
          {tab === 'lines' && (
            <FilterBar filter={filter} onChange={onFilter} protocols={protocols.map((one) => one.protocol)} />
          )}
          {tab === 'refusals' ? refusals : tail}
        </>
      ) : (
        <>
          <FilterBar filter={filter} onChange={onFilter} protocols={protocols.map((one) => one.protocol)} />
          <div className="tail-halves">
            {tail}
            {refusals}
          </div>
        </>
      )}
    </div>
  )
}

import { frameProtocols, type InspectedFrame, inspectFrame, storedFrame } from '@sluice/contract'
import { Input } from 'antd'
import { useCallback, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useAnswer } from '../../../lib/api/answer.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { ToolButton } from '../../../parts/button/tool-button.tsx'
import { Select } from '../../../parts/control/select.tsx'
import { DropPlace } from '../../../parts/drop-place.tsx'
import { EmptyState } from '../../../parts/fetched/empty-state.tsx'
import { Fetched } from '../../../parts/fetched/fetched.tsx'
import { RefSelect } from '../../../parts/form/ref-select.tsx'
import { CopyButton } from '../../../parts/secret.tsx'
import { FrameAnatomy, type Step } from './frame-anatomy.tsx'
import { type ListedFrame, useFrames } from './use-frames.ts'
import { SAMPLES } from './frame-samples.ts'
import { Card } from '../../../parts/section/section.tsx'
import './frame.css'

const CAPTURES = '.pcap,.pcapng,.cap,.txt,.hex,.log'

/** What the frame list or the address asks for, fetched. */
function useInspected({ stored, current, deviceId }: ReturnType<typeof useFrames>) {
  const { data: protocols = [] } = useAnswer(frameProtocols, {}, { staleMs: Number.POSITIVE_INFINITY, silent: true })
  const { protocol, hex } = current ?? {}
  const byToken = protocols.find((one) => one.protocol === protocol)?.by === 'TOKEN'
  const given = hex !== undefined && {
    hex,
    ...(protocol ? { protocol } : {}),
    ...(byToken && deviceId ? { deviceId } : {}),
  }
  const ofStored = useAnswer(storedFrame, stored ?? null, { staleMs: 0 })
  const ofGiven = useAnswer(inspectFrame, !stored && given ? given : null, { staleMs: 0 })
  const found = stored ? ofStored : ofGiven
  return { found, protocols, byToken }
}

interface BarProps {
  screen: ReturnType<typeof useFrames>
  frame: InspectedFrame | undefined
  protocols: readonly { protocol: string }[]
  byToken: boolean
  onStep: Step
}

/** Where a frame comes from: pasted, a file, a choice of protocol; and the way to the next. */
function Bar({ screen, frame, protocols, byToken, onStep }: BarProps) {
  const { t } = useText()
  const [text, setText] = useState('')
  const file = useRef<HTMLInputElement>(null)
  const { stored, frames, at, current, paste, open, readAs, busy, deviceId, setDeviceId } = screen
  const chosen = stored ? frame?.protocol : current?.protocol
  const send = (given: string) => void paste(given, undefined).then(() => setText(''))
  return (
    <Card className="frame-bar">
      <Input.TextArea
        className="frame-paste mono"
        autoSize={{ minRows: 1, maxRows: 4 }}
        value={text}
        placeholder={t('frameInspect.paste')}
        aria-label={t('frameInspect.paste')}
        onChange={({ target }) => setText(target.value)}
        onPaste={(event) => {
          const given = event.clipboardData.getData('text')
          if (text !== '' || given.trim() === '') return
          event.preventDefault()
          send(given)
        }}
        onPressEnter={(event) => {
          if (event.shiftKey) return
          event.preventDefault()
          send(text)
        }}
      />
      <Select<string>
        className="frame-protocol"
        aria-label={t('frameInspect.protocol')}
        placeholder={t('frameInspect.guess')}
        value={chosen ?? null}
        disabled={stored !== undefined || !current}
        options={protocols.map(({ protocol }) => ({
          value: protocol,
          label: byName(`protocol.${protocol}`, protocol),
        }))}
        onChange={readAs}
      />
      {!stored && byToken && (
        <span className="frame-device">
          <RefSelect
            to="device"
            value={deviceId ?? null}
            placeholder={t('frameInspect.asDevice')}
            aria-label={t('frameInspect.asDevice')}
            onChange={setDeviceId}
          />
        </span>
      )}
      <Button icon="upload" busy={busy} onClick={() => file.current?.click()}>
        {t('frameInspect.open')}
      </Button>
      <input
        ref={file}
        type="file"
        hidden
        accept={CAPTURES}
        aria-label={t('frameInspect.open')}
        onChange={({ target }) => {
          const [given] = target.files ?? []
          if (given) void open(given, undefined)
          target.value = ''
        }}
      />
      <span className="row end">
        {(stored || frames.length > 1) && (
          <>
            <small className="t3 num">
              {stored ? (frame?.message?.deviceName ?? '') : t('frameInspect.nth', { n: at + 1, all: frames.length })}
            </small>
            <ToolButton icon="left" label={t('frameInspect.earlier')} onClick={() => onStep(-1)} />
            <ToolButton icon="right" label={t('frameInspect.later')} onClick={() => onStep(1)} />
          </>
        )}
        {frame && <CopyButton text={window.location.href} label={t('frameInspect.copyLink')} />}
      </span>
    </Card>
  )
}

/** The frames of a capture, one line each. */
function FrameList({
  frames,
  at,
  onChoose,
}: {
  frames: readonly ListedFrame[]
  at: number
  onChoose: (n: number) => void
}) {
  const { t } = useText()
  return (
    <nav className="card frame-list" aria-label={t('frameInspect.frames')}>
      <ol>
        {frames.map(({ hex, func, station, fault, protocol, way, direction }, n) => (
          <li key={n}>
            <button type="button" aria-current={n === at} title={way} onClick={() => onChoose(n)}>
              <span className="num t3">{n + 1}</span>
              <span aria-hidden="true">{direction === 'DOWN' ? '↓' : '↑'}</span>
              <span className={fault ? 'word-level4' : ''}>
                {fault
                  ? byName(`frameFault.${fault}`, fault)
                  : byName(`func.${protocol}.${func}`, func ?? protocol ?? '')}
              </span>
              <small className="mono t3">{station ?? hex.slice(0, 12)}</small>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** What the page offers before there is a frame. */
function Welcome({ screen }: { screen: ReturnType<typeof useFrames> }) {
  const { t } = useText()
  return (
    <DropPlace className="card frame-welcome" onFiles={([file]) => file && void screen.open(file, undefined)}>
      <EmptyState icon="scan" text={t('frameInspect.welcome')} hint={t('frameInspect.welcomeHint')} />
      <p className="row wrap center">
        {SAMPLES.map(([protocol, hex], n) => (
          <Button key={hex} onClick={() => void screen.paste(hex, protocol)}>
            {t(`frameInspect.sample${n + 1}` as never)}
          </Button>
        ))}
      </p>
    </DropPlace>
  )
}

/** Takes one frame apart: pasted, from a capture, or a stored message; the address shows others the same. */
export default function FrameScreen() {
  const { t } = useText()
  const screen = useFrames()
  const { found, protocols, byToken } = useInspected(screen)
  const { stored, frames, at, choose, current, showStored, open } = screen
  const frame = found.data
  const onStep: Step = useCallback(
    (by) => {
      if (!stored) return choose(Math.max(0, Math.min(frames.length - 1, at + by)))
      const next = by < 0 ? frame?.message?.earlier : frame?.message?.later
      if (next) showStored({ ...stored, messageId: next })
    },
    [stored, frames, at, choose, frame, showStored],
  )
  const isListed = !stored && frames.length > 1
  return (
    <DropPlace className="stack frame-screen" onFiles={([file]) => file && void open(file, undefined)}>
      <Bar {...{ screen, frame, protocols, byToken, onStep }} />
      {!stored && !current ? (
        <Welcome screen={screen} />
      ) : (
        <div className={isListed ? 'frame-beside' : 'stack'}>
          {isListed && <FrameList frames={frames} at={at} onChoose={choose} />}
          <div className="stack">
            {frame?.message && (
              <p className="row wrap t3 frame-of">
                <Link to={`/device/detail/${frame.message.deviceId}?tab=message`}>{frame.message.deviceName}</Link>
                {t('frameInspect.ofDevice')}
              </p>
            )}
            <Fetched query={found} rows={8} card>
              {(inspected) => (
                <FrameAnatomy key={inspected.message?.id ?? inspected.hex} frame={inspected} onStep={onStep} />
              )}
            </Fetched>
          </div>
        </div>
      )}
    </DropPlace>
  )
}

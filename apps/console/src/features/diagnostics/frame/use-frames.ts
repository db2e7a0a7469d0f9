import { type CutFrame, cutFrames } from '@sluice/contract'
import { useCallback, useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { call, LONG_CALL_MS } from '../../../lib/api/api.ts'
import { CallFailure } from '../../../lib/api/api-outcome.ts'
import { t } from '../../../lib/text/text.ts'
import { toast } from '../../../lib/page/toast.ts'
import { addressOfFrame, frameInAddress, hexInText, type PastedFrame, type Stream, streamsInFile } from './capture.ts'

/** A frame to take apart, and from where to where it was sent. */
export interface ListedFrame extends Pick<CutFrame, 'hex' | 'func' | 'station' | 'direction' | 'fault'> {
  protocol: string | undefined
  way: string
}

/** A message that is stored. */
export interface StoredAsked {
  deviceId: string
  messageId: string
}

function listed({ protocol, hex }: PastedFrame): ListedFrame {
  return { protocol, hex, way: '', func: null, station: null, direction: null, fault: null }
}

/**
 * The frames of the screen. A stored message is in the query of the address; a pasted one in the part behind the number
 * sign, which browsers send to no server.
 */
export function useFrames() {
  const [search, setSearch] = useSearchParams()
  const [frames, setFrames] = useState<readonly ListedFrame[]>([])
  const [at, setAt] = useState(0)
  const [deviceId, setDeviceId] = useState<string | undefined>()
  const [busy, setBusy] = useState(false)
  const stored = storedIn(search)

  const onPasted = useCallback((pasted: PastedFrame) => {
    setDeviceId(pasted.deviceId)
    setFrames((before) => (before.some(({ hex }) => hex === pasted.hex) ? before : [listed(pasted)]))
  }, [])
  useHash(onPasted)

  const current = stored ? undefined : frames[at]
  useEffect(() => {
    if (!current) return
    const hash = addressOfFrame({ protocol: current.protocol, hex: current.hex, deviceId })
    if (window.location.hash !== hash) window.history.replaceState(window.history.state, '', hash)
  }, [current, deviceId])

  const take = useCallback(
    async (streams: readonly Stream[], protocol: string | undefined) => {
      if (streams.length === 0) return toast('warning', t('frameInspect.noBytes'))
      setBusy(true)
      try {
        const input = { streams: streams.map(({ hex }) => hex), ...(protocol ? { protocol } : {}) }
        const { frames: found, left } = await call(cutFrames, input, { timeoutMs: LONG_CALL_MS })
        if (left > 0) toast('info', t('frameInspect.left', { n: left }))
        if (storedIn(search)) setSearch({}, { replace: true })
        setAt(0)
        setFrames(found.map((frame) => ({ ...frame, way: streams[frame.stream]?.way ?? '' })))
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error
      } finally {
        setBusy(false)
      }
    },
    [search, setSearch],
  )
  return {
    stored,
    frames,
    at,
    choose: setAt,
    current,
    deviceId,
    setDeviceId,
    busy,
    paste: (text: string, protocol: string | undefined) => take(hexInText(text), protocol),
    open: async (file: File, protocol: string | undefined) =>
      take(streamsInFile(new Uint8Array(await file.arrayBuffer())), protocol),
    showStored: ({ deviceId: device, messageId: message }: StoredAsked) =>
      setSearch({ device, message }, { replace: true }),
    /** Reads the current frame as another protocol. */
    readAs: (protocol: string | undefined) =>
      setFrames((before) => before.map((frame, n) => (n === at ? { ...frame, protocol } : frame))),
  }
}

/** Tells the frame of the address at once, and whenever another is there. */
function useHash(onFrame: (pasted: PastedFrame) => void): void {
  // A link inside the console changes the address without an event of the browser: then the key is another.
  const { key } = useLocation()
  useEffect(() => {
    const read = () => {
      const pasted = frameInAddress(window.location.hash)
      if (pasted) onFrame(pasted)
    }
    read()
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [key, onFrame])
}

function storedIn(search: URLSearchParams): StoredAsked | undefined {
  const [deviceId, messageId] = [search.get('device'), search.get('message')]
  return deviceId && messageId ? { deviceId, messageId } : undefined
}

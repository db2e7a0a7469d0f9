import { type RefObject, useEffect, useRef, useState } from 'react'
import { type NoCamera, openCamera, qrDetector, torchOf } from './camera.ts'

/** A hand holds a code before a camera for longer than this. */
const LOOK_MS = 250

/** The light beside a camera. */
export interface Torch {
  isOn: boolean
  turn: () => void
}

interface Scan {
  /** What there is instead of a picture. */
  trouble: NoCamera | null
  /** Null where the camera has none. */
  torch: Torch | null
}

/**
 * Shows the camera in a video and tells each code that it sees, a code that stays only once. Camera and torch are off when
 * the screen is left.
 */
export function useScan(video: RefObject<HTMLVideoElement | null>, onCode: (code: string) => void): Scan {
  const [trouble, setTrouble] = useState<NoCamera | null>(null)
  const [torch, setTorch] = useState<MediaStreamTrack | null>(null)
  const [isOn, setIsOn] = useState(false)
  const tell = useRef(onCode)
  useEffect(() => {
    tell.current = onCode
  })
  useEffect(() => {
    let isOver = false
    let stream: MediaStream | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const begin = async () => {
      const [detector, opened] = await Promise.all([qrDetector(), openCamera()])
      if (typeof opened === 'string') return setTrouble(opened)
      stream = opened
      if (isOver) return stop(stream)
      const shown = video.current!
      await play(shown, stream)
      // Telephones tell of their torch only when the picture has begun.
      setTorch(torchOf(stream))
      let last = ''
      const look = async () => {
        // A frame that cannot be read yet is no code.
        const [code] = await detector.detect(shown).catch(() => [])
        if (isOver) return
        if (code && code.rawValue !== last) tell.current(code.rawValue)
        last = code?.rawValue ?? last
        timer = setTimeout(() => void look(), LOOK_MS)
      }
      await look()
    }
    void begin()
    return () => {
      isOver = true
      clearTimeout(timer)
      if (stream) stop(stream)
    }
  }, [video])
  const turn = () => {
    torch?.applyConstraints({ advanced: [{ torch: !isOn } as MediaTrackConstraintSet] }).then(
      () => setIsOn(!isOn),
      // It is there and cannot be lit, e.g. because another program holds it: no button is better than a dead one.
      () => setTorch(null),
    )
  }
  return { trouble, torch: torch && { isOn, turn } }
}

/** A video that is taken away while it begins plays nothing, which is no failure. */
async function play(shown: HTMLVideoElement, stream: MediaStream): Promise<void> {
  shown.srcObject = stream
  await shown.play().catch(() => {})
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/** Reads the codes of a picture: the browser's own, where it has one. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { rawValue: string }[]>
}
interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

/** Why there is no picture to read a code from. */
export type NoCamera = 'insecure' | 'refused' | 'none' | 'broken'

const QR = 'qr_code'

/** The longer edge of the picture that is looked at, px: a code held before a camera is large in it. */
const LOOK_PX = 640

/** The reader of this browser; ours where it has none, or one without these codes. */
export async function qrDetector(): Promise<Detector> {
  const { BarcodeDetector: Own } = globalThis as { BarcodeDetector?: DetectorClass }
  const formats = Own ? await Own.getSupportedFormats().catch((): readonly string[] => []) : []
  return Own && formats.includes(QR) ? new Own({ formats: [QR] }) : ownDetector()
}

async function ownDetector(): Promise<Detector> {
  const { default: decodeQR } = await import('qr/decode.js')
  const canvas = document.createElement('canvas')
  return {
    detect: async (video) => {
      const scale = Math.min(1, LOOK_PX / Math.max(video.videoWidth, video.videoHeight))
      const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)]
      canvas.width = width
      canvas.height = height
      const brush = canvas.getContext('2d', { willReadFrequently: true })
      if (!brush || width === 0 || height === 0) return []
      brush.drawImage(video, 0, 0, width, height)
      try {
        return [{ rawValue: decodeQR({ width, height, data: brush.getImageData(0, 0, width, height).data }) }]
      } catch {
        // A picture without a code.
        return []
      }
    },
  }
}

const REASONS: Readonly<Record<string, NoCamera>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
}

/** The track of a stream that has a torch; null where none has, or the browser does not tell. */
export function torchOf(stream: MediaStream): MediaStreamTrack | null {
  const lit = stream.getVideoTracks().find((track) => {
    const can = track.getCapabilities?.() as { torch?: boolean } | undefined
    return can?.torch === true
  })
  return lit ?? null
}

/** The camera at the back, if there are several. */
export async function openCamera(): Promise<MediaStream | NoCamera> {
  // A page that did not come over https is not told of any camera.
  const media = navigator.mediaDevices as MediaDevices | undefined
  if (!media) return 'insecure'
  try {
    return await media.getUserMedia({ video: { facingMode: 'environment' } })
  } catch (error) {
    return (error instanceof DOMException && REASONS[error.name]) || 'broken'
  }
}

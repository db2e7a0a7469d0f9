/** A browser's own reader of codes, where it has one. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { rawValue: string }[]>
}
interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

/** Why there is no picture to read a code from. */
export type NoCamera = 'unable' | 'insecure' | 'refused' | 'none' | 'broken'

const QR = 'qr_code'

/** The reader of this browser; null where it has none, or one without these codes. */
export async function qrDetector(): Promise<Detector | null> {
  const { BarcodeDetector: Own } = globalThis as { BarcodeDetector?: DetectorClass }
  if (!Own) return null
  const formats = await Own.getSupportedFormats().catch((): readonly string[] => [])
  return formats.includes(QR) ? new Own({ formats: [QR] }) : null
}

const REASONS: Readonly<Record<string, NoCamera>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
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

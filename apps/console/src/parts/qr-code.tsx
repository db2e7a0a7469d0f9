// The build's shortcut to single parts of antd spells this one's name differently.
import QRCode from 'antd/es/qr-code'

const SIZE_PX = 220

interface QrCodeProps {
  text: string
  label: string
  /** Its edge on the screen. On paper it is as large as its place. */
  sizePx?: number
}

/** Drawn in the browser, because the text may be a secret; dark on white in every appearance, as scanners expect. */
export function QrCode({ text, label, sizePx = SIZE_PX }: QrCodeProps) {
  return (
    <div className="qr" role="img" aria-label={label}>
      <QRCode type="svg" value={text} size={sizePx} errorLevel="M" color="#000" bgColor="#fff" bordered={false} />
    </div>
  )
}

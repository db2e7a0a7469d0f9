// The build's shortcut to single parts of antd spells this one's name differently.
import QRCode from 'antd/es/qr-code'

const SIZE_PX = 220

/** Drawn in the browser, because the text is a secret; dark on white in every appearance, as scanners expect. */
export function QrCode({ text, label }: { text: string; label: string }) {
  return (
    <div className="qr" role="img" aria-label={label}>
      <QRCode type="svg" value={text} size={SIZE_PX} errorLevel="M" color="#000" bgColor="#fff" bordered={false} />
    </div>
  )
}

import type { DeviceRow } from '@sluice/contract'
import { type CSSProperties, useState } from 'react'
import { createPortal } from 'react-dom'
import { useText } from '../../../lib/text/text.ts'
import { Select } from '../../../parts/control/select.tsx'
import { SideDialog } from '../../../parts/overlay/side-dialog.tsx'
import { QrCode } from '../../../parts/qr-code.tsx'
import { codeOf, type Paper, PAPERS, pagesOf, previewZoom } from './label-paper.rules.ts'
import './label.css'

/** Fine enough for a printer: the place of the code on paper decides how large it is. */
const CODE_PX = 96

function Label({ device }: { device: DeviceRow }) {
  const { t } = useText()
  return (
    <article className="device-label">
      <QrCode
        text={codeOf(device.id, window.location.origin)}
        label={t('label.qr', { name: device.name })}
        sizePx={CODE_PX}
      />
      <div>
        <strong>{device.name}</strong>
        <span className="num">{device.deviceNo}</span>
        {device.serialNo && <span className="num">SN {device.serialNo}</span>}
        <span>{device.productIdName}</span>
      </div>
    </article>
  )
}

const sizesOf = ({ page, margin, label, columns }: Paper) =>
  ({
    '--page-width': `${page.width}mm`,
    '--page-height': `${page.height}mm`,
    '--margin-left': `${margin.left}mm`,
    '--margin-top': `${margin.top}mm`,
    '--label-width': `${label.width}mm`,
    '--label-height': `${label.height}mm`,
    '--columns': columns,
    '--zoom': previewZoom(page.width),
  }) as CSSProperties

function Pages({ devices, paper }: { devices: readonly DeviceRow[]; paper: Paper }) {
  return (
    <div className={`label-pages paper-${paper.page.width}x${paper.page.height}`} style={sizesOf(paper)}>
      {pagesOf(devices, paper).map((page) => (
        <section key={page[0]!.id} className="label-page">
          {page.map((device) => (
            <Label key={device.id} device={device} />
          ))}
        </section>
      ))}
    </div>
  )
}

/** Labels with codes for the devices, on the chosen paper: what is seen is what is printed. */
export function LabelDialog({ devices, onClose }: { devices: readonly DeviceRow[]; onClose: () => void }) {
  const { t } = useText()
  const [printed] = useState(devices)
  const [name, setName] = useState<Paper['name']>('a4-24')
  const paper = PAPERS.find((one) => one.name === name)!
  return (
    <>
      <SideDialog
        title={t('label.title', { n: printed.length })}
        width={720}
        confirmLabel={t('label.print')}
        onConfirm={() => window.print()}
        onClose={onClose}
      >
        <div className="label-choice">
          <label>
            <span>{t('label.paper')}</span>
            <Select
              aria-label={t('label.paper')}
              value={name}
              onChange={setName}
              options={PAPERS.map((one) => ({ value: one.name, label: t(`label.${one.name}`) }))}
            />
          </label>
          <p className="hint">{t('label.hint')}</p>
        </div>
        <div className="label-preview">
          <Pages devices={printed} paper={paper} />
        </div>
      </SideDialog>
      {createPortal(
        <div className="label-print" aria-hidden="true">
          <Pages devices={printed} paper={paper} />
        </div>,
        document.body,
      )}
    </>
  )
}

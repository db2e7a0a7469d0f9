import { deviceResource } from '@sluice/contract'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { pageOf } from '../../../lib/api/resource-calls.ts'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { EmptyState } from '../../../parts/fetched/empty-state.tsx'
import { Modal } from '../../../parts/overlay/modal.tsx'
import { closePalette, openPalette } from '../palette-state.ts'
import { scannedDevice } from '../../../domain/scanned.ts'
import { TorchButton } from '../../../parts/scan/torch-button.tsx'
import { useScan } from '../../../parts/scan/use-scan.ts'
import './scan.css'

/** The id of the device with exactly this number, among those in the data scope of the person. */
async function idOf(deviceNo: string): Promise<string | undefined> {
  const { list } = await pageOf(deviceResource, { keyword: deviceNo, page: 1, limit: 20 }, { silent: true })
  return list.find((device) => device.deviceNo === deviceNo)?.id
}

type Said = { text: 'scan.point' | 'scan.looking' | 'scan.foreign' | 'scan.failed' } | { unknown: string }

/** The camera reads the code on a device and opens the page of the device. */
export default function Scan() {
  const { t } = useText()
  const navigate = useNavigate()
  const video = useRef<HTMLVideoElement>(null)
  const [said, setSaid] = useState<Said>({ text: 'scan.point' })
  const open = (id: string) => {
    closePalette()
    void navigate(`/device/detail/${id}`)
  }
  const read = async (code: string) => {
    const device = scannedDevice(code, window.location.origin)
    if (!device) return setSaid({ text: 'scan.foreign' })
    if ('id' in device) return open(device.id)
    setSaid({ text: 'scan.looking' })
    try {
      const id = await idOf(device.deviceNo)
      if (id === undefined) setSaid({ unknown: device.deviceNo })
      else open(id)
    } catch {
      setSaid({ text: 'scan.failed' })
    }
  }
  const { trouble, torch } = useScan(video, (code) => void read(code))
  return (
    <Modal className="palette scan" label={t('scan.open')} onClose={closePalette} testId="scan">
      {trouble ? (
        <EmptyState icon="scan" text={t(`scan.no.${trouble}`)} hint={t(`scan.no.${trouble}.hint`)} />
      ) : (
        <>
          <div className="scan-camera">
            <video ref={video} className="scan-picture" muted playsInline aria-label={t('scan.picture')} />
            <TorchButton torch={torch} />
          </div>
          <p className="scan-said" role="status">
            {'unknown' in said ? t('scan.unknown', { no: said.unknown }) : t(said.text)}
          </p>
        </>
      )}
      <div className="scan-buttons">
        <Button onClick={openPalette}>{t('scan.type')}</Button>
        <Button onClick={closePalette}>{t('action.close')}</Button>
      </div>
    </Modal>
  )
}

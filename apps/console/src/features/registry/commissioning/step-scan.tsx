import { commissioningResource, type DeviceRow, deviceResource } from '@sluice/contract'
import { Input } from 'antd'
import { useRef, useState } from 'react'
import { scannedDevice } from '../../../domain/scanned.ts'
import { usePage } from '../../../lib/api/answer.ts'
import { getRow, pageOf } from '../../../lib/api/resource-calls.ts'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { EmptyState } from '../../../parts/fetched/empty-state.tsx'
import { WaitBlocks } from '../../../parts/fetched/wait-blocks.tsx'
import { Glyph } from '../../../parts/icon/glyphs.tsx'
import { DictTag } from '../../../parts/dict/dict-tag.tsx'
import { TorchButton } from '../../../parts/scan/torch-button.tsx'
import { useScan } from '../../../parts/scan/use-scan.ts'
import { Fact, Facts } from '../../../parts/section/facts.tsx'
import { CommissionFrame, KeptNote } from './commission-frame.tsx'
import { dropRefused, sendKept, useOutbox } from '../../../lib/kept/outbox.ts'
import { isCommissioningItem } from './outbox.ts'

/** What was read: a device by its id, as far as the server told, or by a number that nothing was found for. */
export interface ReadDevice {
  id: string
  row: DeviceRow | null
}

async function deviceOf(code: string): Promise<ReadDevice | 'foreign' | 'unknown'> {
  const named = scannedDevice(code, window.location.origin)
  if (!named) return 'foreign'
  if ('id' in named) {
    // Without a line the id is enough to begin: what it should be is checked when it is sent.
    const row = await getRow(deviceResource, named.id, { silent: true }).catch(() => null)
    return row || !navigator.onLine ? { id: named.id, row } : 'unknown'
  }
  const { deviceNo } = named
  const { list } = await pageOf(deviceResource, { keyword: deviceNo, page: 1, limit: 20 }, { silent: true })
  const row = list.find((one) => one.deviceNo === deviceNo || one.serialNo === deviceNo)
  return row ? { id: row.id, row } : 'unknown'
}

/** The camera, with the code in a frame. */
function Viewfinder({ onCode, said }: { onCode: (code: string) => void; said: string }) {
  const { t } = useText()
  const video = useRef<HTMLVideoElement>(null)
  const { trouble, torch } = useScan(video, onCode)
  if (trouble) return <EmptyState icon="scan" text={t(`scan.no.${trouble}`)} hint={t(`scan.no.${trouble}.hint`)} />
  return (
    <>
      <div className="commission-camera">
        <video ref={video} muted playsInline aria-label={t('scan.picture')} />
        <i className="commission-aim" aria-hidden="true" />
        <TorchButton torch={torch} />
      </div>
      <p className="commission-said">{said}</p>
    </>
  )
}

/** Why it cannot be put into service now. */
function lifeTrouble(row: DeviceRow | null): 'commission.notShipped' | 'commission.retired' | null {
  if (row?.lifecycle === 'RETIRED') return 'commission.retired'
  return row?.lifecycle === 'PRODUCED' || row?.lifecycle === 'IN_STOCK' ? 'commission.notShipped' : null
}

function Should({ found: { id, row } }: { found: ReadDevice }) {
  const { t } = useText()
  // Without a line nobody can say who began: what is sent later is refused then.
  const open = usePage(commissioningResource, { deviceId: id, state: 'BEGUN,PROVEN', limit: 1 }, { silent: true })
  const begun = open.data?.list[0]
  const trouble = lifeTrouble(row)
  if (!row)
    return (
      <p className="commission-note">
        <Glyph name="unknown" />
        {t('commission.unread')}
      </p>
    )
  const place = [
    row.channel && t('commission.channel', { n: row.channel }),
    row.slaveAddr && t('commission.address', { n: row.slaveAddr }),
  ]
  return (
    <div data-testid="commission-should">
      <h2 className="commission-found">
        <Glyph name={trouble ? 'level2' : 'done'} />
        {row.name}
      </h2>
      <Facts look="lines">
        <Fact name={t('commission.number')} className="num">
          {[row.deviceNo, row.serialNo && `SN ${row.serialNo}`].filter(Boolean).join(' · ')}
        </Fact>
        <Fact name={t('commission.product')}>{row.productIdName}</Fact>
        {row.masterId && (
          <Fact name={t('commission.master')}>{[row.masterIdName, ...place].filter(Boolean).join(' · ')}</Fact>
        )}
        <Fact name={t('commission.area')}>{row.areaIdName ?? '—'}</Fact>
        <Fact name={t('commission.life')}>
          <DictTag dictType="lifecycle" value={row.lifecycle} />
        </Fact>
        {row.warrantyUntil && <Fact name={t('commission.warranty')}>{row.warrantyUntil}</Fact>}
      </Facts>
      {trouble && (
        <p className="commission-note amber" role="alert">
          <Glyph name="level2" />
          {t(trouble)}
        </p>
      )}
      {begun && (
        <p className="commission-note">
          <Glyph name="pending" />
          {t('commission.begunBy', { who: begun.createName })}
        </p>
      )}
    </div>
  )
}

/** What still waits of devices that the telephone is done with, and what was refused of them meanwhile. */
function Left({ onAgain }: { onAgain: (deviceId: string) => void }) {
  const { t } = useText()
  const refused = useOutbox(({ items }) =>
    items.find((item) => isCommissioningItem(item) && item.refused !== undefined),
  )
  return (
    <>
      <KeptNote />
      {refused && (
        <Button
          onClick={() => {
            dropRefused(refused.begun)
            void sendKept()
            onAgain(String(refused.body['deviceId']))
          }}
        >
          {t('commission.again')}
        </Button>
      )}
    </>
  )
}

interface StepProps {
  /** Chosen elsewhere, e.g. in the list. */
  initial: ReadDevice | null
  onNext: (found: ReadDevice) => void
}

/** Which device it is: by its code, or by the number that is typed. */
export function StepScan({ initial, onNext }: StepProps) {
  const { t } = useText()
  const [found, setFound] = useState(initial)
  const [typed, setTyped] = useState('')
  const [said, setSaid] = useState<
    'scan.point' | 'scan.looking' | 'scan.foreign' | 'scan.failed' | { unknown: string }
  >('scan.point')
  const read = async (code: string) => {
    setSaid('scan.looking')
    try {
      const device = await deviceOf(code)
      if (device === 'foreign') return setSaid('scan.foreign')
      if (device === 'unknown') return setSaid({ unknown: code })
      navigator.vibrate?.(60)
      setFound(device)
    } catch {
      setSaid('scan.failed')
    }
  }
  const again = () => {
    setFound(null)
    setSaid('scan.point')
  }
  const may = found !== null && lifeTrouble(found.row) === null
  return (
    <CommissionFrame
      title={t('commission.title')}
      step={1}
      foot={
        <>
          <Button kind="theme" className="commission-main" disabled={!may} onClick={() => found && onNext(found)}>
            {t('commission.toPlace')}
          </Button>
          {found && (
            <Button kind="link" onClick={again}>
              {t('commission.notThis')}
            </Button>
          )}
        </>
      }
    >
      {found ? (
        <Should found={found} />
      ) : (
        <>
          <Viewfinder onCode={(code) => void read(code)} said={t('scan.point')} />
          {/* Without a camera there is nothing to point; what became of a number is said all the same. */}
          {said !== 'scan.point' && (
            <p className="commission-said" role="status">
              {typeof said === 'string' ? t(said) : t('scan.unknown', { no: said.unknown })}
            </p>
          )}
          {said === 'scan.looking' && <WaitBlocks rows={2} />}
          <form
            className="commission-type"
            onSubmit={(event) => {
              event.preventDefault()
              if (typed.trim()) void read(typed.trim())
            }}
          >
            <Input
              value={typed}
              maxLength={40}
              placeholder={t('commission.typeNumber')}
              aria-label={t('commission.typeNumber')}
              data-testid="commission-number"
              onChange={({ target }) => setTyped(target.value)}
            />
            <Button type="submit" icon="search" disabled={!typed.trim()}>
              {t('commission.find')}
            </Button>
          </form>
          <Left onAgain={(id) => void read(`${window.location.origin}/device/detail/${id}`)} />
        </>
      )}
    </CommissionFrame>
  )
}

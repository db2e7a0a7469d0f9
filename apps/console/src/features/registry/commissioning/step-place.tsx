import {
  CELLULAR,
  deviceResource,
  GOOD_ACCURACY_M,
  type LngLat,
  PHOTO_SUBJECTS,
  type PhotoSubject,
} from '@sluice/contract'
import { Input } from 'antd'
import { Suspense, useState } from 'react'
import { useRow } from '../../../lib/api/answer.ts'
import { toast } from '../../../lib/page/toast.ts'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { WaitBlocks } from '../../../parts/fetched/wait-blocks.tsx'
import { RefSelect } from '../../../parts/form/ref-select.tsx'
import { Glyph } from '../../../parts/icon/glyphs.tsx'
import { Icon } from '../../../parts/icon/icons.tsx'
import { CommissionFrame, KeptNote } from './commission-frame.tsx'
import { usePorts } from './commission-ports.ts'
import { metresBetween, saidMetres } from '../../../domain/metres.ts'
import { useOutbox } from '../../../lib/kept/outbox.ts'
import { addItem, changeDraft } from './outbox.ts'
import type { Draft } from './draft.ts'
import { shrunkPhoto } from '../../../lib/kept/shrunk-photo.ts'
import { type OwnPosition, useOwnPosition } from './use-own-position.ts'

/** A hand that holds a map does not mean less than this, m. */
const MEANT_M = 0.5

function PhotoTile({ draft, subject }: { draft: Draft; subject: PhotoSubject }) {
  const { t } = useText()
  const [busy, setBusy] = useState(false)
  const taken = draft.photos.findLast((photo) => photo.subject === subject)
  const waits = useOutbox(({ items }) => taken !== undefined && items.some(({ key }) => key === taken.key))
  const take = async (file: File) => {
    setBusy(true)
    try {
      const { content, picture } = await shrunkPhoto(file)
      const key = crypto.randomUUID()
      changeDraft({ photos: [...draft.photos, { key, subject, picture }] })
      const at = new Date().toISOString()
      await addItem('photo', draft.key, { deviceId: draft.deviceId, begun: draft.key, key, at, subject, content }, key)
    } catch {
      toast('error', t('commission.noPhoto'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <label className={taken ? 'commission-photo taken' : 'commission-photo'}>
      <span className="commission-shot" aria-busy={busy}>
        {taken ? <img src={taken.picture} alt="" /> : <Icon name="plus" />}
      </span>
      <span>
        {taken && <Glyph name={waits ? 'pending' : 'done'} />}
        {t(`commission.photo.${subject}`)}
      </span>
      <input
        type="file"
        accept="image/*"
        capture="environment"
        aria-label={t(`commission.photo.${subject}`)}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) void take(file)
        }}
      />
    </label>
  )
}

interface GroundProps {
  value: LngLat | null
  own: OwnPosition | null
  isRefused: boolean
  /** From where the telephone is. */
  movedM: number | null
  isMoved: boolean
  onMove: (to: LngLat | null) => void
}

/** The map under the cross, with how well the telephone knows where it is. */
function Ground({ value, own, isRefused, movedM, isMoved, onMove }: GroundProps) {
  const { t } = useText()
  const { drawMap } = usePorts()
  const accuracyM = own?.accuracyM ?? null
  const isPoor = accuracyM !== null && accuracyM > GOOD_ACCURACY_M
  return (
    <>
      <div className="commission-map">
        <Suspense fallback={<WaitBlocks rows={4} />}>
          {drawMap({
            value,
            own,
            onChange: (next) => {
              // The map came to rest where it already was.
              if (!value || metresBetween(value, next) > MEANT_M) onMove(next)
            },
          })}
        </Suspense>
        <p className={isPoor ? 'commission-accuracy amber' : 'commission-accuracy'} role="status">
          {accuracyM === null
            ? t(isRefused ? 'commission.noGps' : 'commission.gpsWaits')
            : t(isPoor ? 'commission.poor' : 'commission.accuracy', { m: saidMetres(accuracyM) })}
        </p>
      </div>
      <p className="commission-position num">
        {value ? `${value[1].toFixed(6)}, ${value[0].toFixed(6)}` : t('point.none')}
        {movedM !== null && movedM > MEANT_M && (
          <span className="commission-moved">{t('commission.moved', { m: saidMetres(movedM) })}</span>
        )}
        {isMoved && own && (
          <Button kind="link" onClick={() => onMove(null)}>
            {t('commission.toOwn')}
          </Button>
        )}
      </p>
    </>
  )
}

interface FieldsProps {
  address: string
  areaId: string | null
  areaName: string | null
  needsSim: boolean
  iccid: string
}

/** What installing asks for beside the position. */
function PlaceFields({ address, areaId, areaName, needsSim, iccid }: FieldsProps) {
  const { t } = useText()
  return (
    <div className="commission-fields">
      <label>
        <span>{t('commission.street')}</span>
        <Input
          value={address}
          maxLength={200}
          aria-label={t('commission.street')}
          onChange={({ target }) => changeDraft({ address: target.value })}
        />
      </label>
      <label>
        <span>{t('commission.area')}</span>
        <RefSelect
          to="area"
          value={areaId}
          chosenName={areaName ?? undefined}
          aria-label={t('commission.area')}
          onChange={(next) => changeDraft({ areaId: next ?? null, areaName: null })}
        />
      </label>
      {needsSim && (
        <label>
          <span>{t('commission.sim')}</span>
          <Input
            value={iccid}
            maxLength={20}
            aria-label={t('commission.sim')}
            onChange={({ target }) => changeDraft({ iccid: target.value.trim() })}
          />
        </label>
      )}
    </div>
  )
}

/** Where it stands: by the telephone, moved by hand where that is better. */
export function StepPlace({ draft, onBack }: { draft: Draft; onBack: () => void }) {
  const { t } = useText()
  const device = useRow(deviceResource, draft.deviceId, { silent: true }).data
  const { own, isRefused } = useOwnPosition()
  const kept: LngLat | null = draft.place && [draft.place.lng, draft.place.lat]
  const moved = draft.moved === undefined ? kept : draft.moved
  const value =
    moved ?? own?.at ?? (device?.lng != null && device.lat != null ? ([device.lng, device.lat] as LngLat) : null)
  const movedM = own && value ? metresBetween(own.at, value) : null
  const accuracyM = own?.accuracyM ?? null
  const areaId = draft.areaId ?? device?.areaId ?? null
  const areaName = draft.areaName ?? device?.areaIdName ?? null
  const address = draft.address || device?.address || ''
  const needsSim = device?.network != null && CELLULAR.includes(device.network) && !device.iccid
  const missing = [
    value === null && t('commission.position'),
    !address.trim() && t('commission.street'),
    areaId === null && t('commission.area'),
    needsSim && !/^[0-9A-Fa-f]{19,20}$/.test(draft.iccid) && t('commission.sim'),
  ].filter((one) => typeof one === 'string')
  const put = async () => {
    if (!value || areaId === null) return
    const source: 'GPS' | 'MAP_PICK' = own ? 'GPS' : 'MAP_PICK'
    const place = {
      lng: value[0],
      lat: value[1],
      source,
      accuracyM,
      movedM: movedM === null ? null : Number(movedM.toFixed(1)),
    }
    const key = crypto.randomUUID()
    const item = { deviceId: draft.deviceId, begun: draft.key, key, at: new Date().toISOString() }
    const sim = needsSim ? { iccid: draft.iccid } : {}
    changeDraft({ place, address, areaId, areaName, step: 3 })
    await addItem('place', draft.key, { ...item, ...place, address: address.trim(), areaId, ...sim }, key)
  }
  const isPoor = accuracyM !== null && accuracyM > GOOD_ACCURACY_M
  return (
    <CommissionFrame
      title={t('commission.placing')}
      step={2}
      onBack={onBack}
      foot={
        <>
          {missing.length > 0 && (
            <p className="commission-why">{t('commission.missing', { what: missing.join(t('list.comma')) })}</p>
          )}
          <Button kind="theme" className="commission-main" disabled={missing.length > 0} onClick={() => void put()}>
            {t(isPoor ? 'commission.hereAnyway' : 'commission.here')}
          </Button>
        </>
      }
    >
      <Ground
        value={value}
        own={own}
        isRefused={isRefused}
        movedM={movedM}
        isMoved={moved !== null}
        onMove={(to) => changeDraft({ moved: to })}
      />
      <PlaceFields {...{ address, areaId, areaName, needsSim }} iccid={draft.iccid} />
      <div className="commission-photos">
        {PHOTO_SUBJECTS.map((subject) => (
          <PhotoTile key={subject} draft={draft} subject={subject} />
        ))}
      </div>
      <KeptNote />
    </CommissionFrame>
  )
}

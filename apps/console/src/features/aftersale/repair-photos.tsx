import { type FileFacts, type PhotoPlace, repairRecordResource, type RepairRow } from '@sluice/contract'
import { metresBetween, saidMetres } from '../../domain/metres.ts'
import { useText } from '../../lib/text/text.ts'
import { FileGallery } from '../../parts/files/files-shown.tsx'
import { Icon } from '../../parts/icon/icons.tsx'
import { Section } from '../../parts/section/section.tsx'
import { lengthText } from './length-text.ts'

/** Farther than this from its device, beyond what the telephone was unsure of, a photo may be of something else. */
const FAR_M = 200

/** How far a photo was taken from the device, m, and whether that is too far; null where one of the two is not known. */
function distanceOf({ lng, lat, accuracyM }: PhotoPlace, device: RepairRow['place']) {
  if (!device) return null
  const metres = metresBetween([lng, lat], device)
  return { metres, isFar: metres > FAR_M + (accuracyM ?? 0) }
}

function Place({ place, device }: { place: PhotoPlace; device: RepairRow['place'] }) {
  const { t } = useText()
  const { lng, lat, accuracyM, by } = place
  const from = distanceOf(place, device)
  const said = accuracyM === null ? t(`repair.photo.by.${by}`) : t('repair.photo.within', { m: saidMetres(accuracyM) })
  return (
    <a className={from?.isFar ? 'repair-shot far' : 'repair-shot'} href={`geo:${lat},${lng}?q=${lat},${lng}`}>
      <Icon name="map" size={16} />
      <span>{from ? t('repair.photo.distance', { far: lengthText(from.metres) }) : t('repair.photo.place')}</span>
      <small className="t3">{said}</small>
    </a>
  )
}

/** The photos of an order, each with how far from the device it says it was taken. */
export function RepairPhotos({ row }: { row: RepairRow }) {
  const { t } = useText()
  const { photos, place: device } = row
  if (photos.length === 0) return null
  const located = photos.some(({ place }) => place)
  return (
    <Section title={t('repair.photos')} label={t('repair.photos')} className="no-print">
      <FileGallery
        place={{ resource: repairRecordResource, row: row.id, field: 'photos' }}
        files={photos}
        note={({ place }: FileFacts) => place && <Place place={place} device={device} />}
      />
      {located && <p className="t3">{t('repair.photo.word')}</p>}
    </Section>
  )
}

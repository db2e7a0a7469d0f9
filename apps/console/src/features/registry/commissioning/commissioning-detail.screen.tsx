import {
  commissioningResource,
  commissioningSheet,
  type CommissioningSheet,
  COMMISSIONING_STATE_WORDS,
  inLanguage,
} from '@sluice/contract'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { useParams, useSearchParams } from 'react-router'
import { useAnswer, useRow } from '../../../lib/api/answer.ts'
import { useText } from '../../../lib/text/text.ts'
import { formatTime } from '../../../lib/time/time.ts'
import { Button } from '../../../parts/button/button.tsx'
import { Fetched } from '../../../parts/fetched/fetched.tsx'
import { FilePicture } from '../../../parts/files/file-picture.tsx'
import { saidMetres } from '../../../domain/metres.ts'
import { Signed } from '../../../parts/signature/signature-pad.tsx'
import './commission.css'
import './acceptance.css'

function Line({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{children ?? '—'}</td>
    </tr>
  )
}

/** The acceptance sheet as it is printed. */
function Sheet({ sheet }: { sheet: CommissioningSheet }) {
  const { t, language } = useText()
  const { device } = sheet
  const proofOf = (step: string) => sheet.items.findLast(({ proof }) => proof?.step === step)
  const isProven = (step: string) => sheet.items.some(({ proof }) => proof?.step === step && proof.proven)
  return (
    <article className="acceptance">
      <header>
        <h1>{t('commission.sheet')}</h1>
        <p>
          <strong>{device.name}</strong> <span className="num">{device.deviceNo}</span>
          <span className="acceptance-state">{inLanguage(COMMISSIONING_STATE_WORDS[sheet.state], language)}</span>
        </p>
      </header>
      <table>
        <tbody>
          <Line name={t('commission.product')}>{inLanguage(device.productName, language)}</Line>
          <Line name={t('commission.serial')}>{device.serialNo}</Line>
          {device.masterName && <Line name={t('commission.master')}>{device.masterName}</Line>}
          <Line name={t('commission.area')}>{device.areaName}</Line>
          <Line name={t('commission.street')}>{device.address}</Line>
          {device.iccid && <Line name={t('commission.sim')}>{device.iccid}</Line>}
          <Line name={t('commission.position')}>
            {sheet.lng !== null && sheet.lat !== null
              ? [
                  `${sheet.lat.toFixed(6)}, ${sheet.lng.toFixed(6)}`,
                  ...(sheet.accuracyM === null
                    ? [t('commission.byMap')]
                    : [t('commission.accuracy', { m: saidMetres(sheet.accuracyM) })]),
                  ...(sheet.movedM ? [t('commission.moved', { m: saidMetres(sheet.movedM) })] : []),
                ].join(' · ')
              : null}
          </Line>
          {device.warrantyUntil && <Line name={t('commission.warranty')}>{device.warrantyUntil}</Line>}
          <Line name={t('commission.begun')}>{`${sheet.createName} · ${formatTime(sheet.beginTime)}`}</Line>
          {sheet.needs.map((step) => {
            const item = proofOf(step)
            const proof = item?.proof
            return (
              <Line key={step} name={t(`commission.short.${step}`)}>
                {[
                  t(isProven(step) ? 'commission.outcome.proven' : 'commission.outcome.unproven'),
                  ...(item ? [formatTime(item.at)] : []),
                  ...(proof?.opening != null ? [`${Math.round(proof.opening)} %`] : []),
                  ...(proof?.elapsedS != null ? [`${Math.round(proof.elapsedS)} s`] : []),
                ].join(' · ')}
              </Line>
            )
          })}
          <Line name={t('commission.defects')}>{sheet.defects ?? t('commission.noDefects')}</Line>
        </tbody>
      </table>
      {sheet.photos.length > 0 && (
        <div className="acceptance-photos">
          {sheet.photos.map((file) => {
            const subject = sheet.items.find(({ photo }) => photo?.fileId === file.id)?.photo?.subject
            return (
              <figure key={file.id}>
                <FilePicture place={{ resource: commissioningResource, row: sheet.id, field: 'photos' }} file={file} />
                <figcaption>{subject ? t(`commission.photo.${subject}`) : file.name}</figcaption>
              </figure>
            )
          })}
        </div>
      )}
      <div className="acceptance-signatures">
        {(
          [
            ['installer', sheet.installer],
            ['accepter', sheet.accepter],
          ] as const
        ).map(([who, signature]) => (
          <div key={who}>
            <span>{`${t(`commission.${who}`)} ${signature?.name ?? ''}`}</span>
            {signature ? <Signed strokes={signature.strokes} label={signature.name} /> : <i className="signature" />}
            <span className="num">{signature && sheet.acceptTime ? formatTime(sheet.acceptTime) : ''}</span>
          </div>
        ))}
      </div>
    </article>
  )
}

function Printed({ sheet }: { sheet: CommissioningSheet }) {
  const { t } = useText()
  const [search, setSearch] = useSearchParams()
  const isAsked = search.get('print') !== null
  useEffect(() => {
    if (!isAsked) return undefined
    // After the pictures were fetched, as far as they are there within a moment.
    const timer = setTimeout(() => {
      window.print()
      setSearch({}, { replace: true })
    }, 800)
    return () => clearTimeout(timer)
  }, [isAsked, setSearch])
  return (
    <div className="acceptance-page">
      <div className="acceptance-tools">
        <Button kind="theme" icon="sheet" onClick={() => window.print()}>
          {t('commission.print')}
        </Button>
      </div>
      <Sheet sheet={sheet} />
      {createPortal(
        <div className="acceptance-print" aria-hidden="true">
          <Sheet sheet={sheet} />
        </div>,
        document.body,
      )}
    </div>
  )
}

/** One commissioning: the sheet that prints. */
export default function CommissioningDetailScreen() {
  const { id = '' } = useParams()
  const row = useRow(commissioningResource, id || null)
  const deviceId = row.data?.deviceId
  const sheet = useAnswer(commissioningSheet, deviceId ? { deviceId, id } : null, { follows: ['commissioning'] })
  const query = row.error
    ? { ...sheet, error: row.error, isLoading: false }
    : { ...sheet, isLoading: sheet.isLoading || row.isLoading }
  return (
    <Fetched query={query} card>
      {(data) => <Printed sheet={data} />}
    </Fetched>
  )
}

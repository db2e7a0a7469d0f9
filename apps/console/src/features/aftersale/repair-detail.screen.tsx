import { factsOf, type FieldName, repairRecordResource, type RepairRow } from '@sluice/contract'
import { useMemo } from 'react'
import { createPortal } from 'react-dom'
import { useDetailAddress } from '../../lib/page/detail-address.tsx'
import { byName, useText } from '../../lib/text/text.ts'
import { Button, BUTTON_CLASSES, ButtonLink } from '../../parts/button/button.tsx'
import { DetailPage } from '../../parts/detail-page/detail-page.tsx'
import { Detail } from '../../parts/section/detail.tsx'
import { FilePicture } from '../../parts/files/file-picture.tsx'
import { useMobile } from '../../lib/page/width.ts'
import { AssigneeChoice } from './assignee-choice.tsx'
import { ActionBar } from './field/action-bar.tsx'
import { asEntered } from './field/field.rules.ts'
import { FieldForm } from './field/field-form.tsx'
import { ReplaceForm } from './field/replace-form.tsx'
import { useWaiting } from './field/repair-outbox.ts'
import { WaitingEntries } from './field/waiting-entries.tsx'
import { OrderExchanges } from './order-exchanges.tsx'
import { RepairHead, repairTitle } from './repair-head.tsx'
import { RepairPhotos } from './repair-photos.tsx'
import { RetestPanel } from './retest-panel.tsx'
import { TimeLeft } from './time-left.tsx'
import { UnitOff } from './unit-off.tsx'
import { useRetest } from './use-retest.ts'
import { Card, Section } from '../../parts/section/section.tsx'
import './repair.css'

type Name = FieldName<typeof repairRecordResource>

const FACTS = factsOf(repairRecordResource) as readonly Name[]
const FEES: readonly Name[] = ['parts', 'laborFee', 'partsFee', 'totalFee', 'payState']
/** On paper the signatures have a place of their own. */
const SIGNED: readonly Name[] = ['workerSign', 'customerName', 'customerSign']
const OTHERS = FACTS.filter((name) => !FEES.includes(name) && name !== 'photos')
const ON_PAPER = FACTS.filter((name) => !FEES.includes(name) && !SIGNED.includes(name))

function Warranty({ row: { inWarranty, warrantyUntil: date } }: { row: RepairRow }) {
  const { t } = useText()
  if (inWarranty === null || date === null) return <>{t('repair.warranty.unknown')}</>
  return <>{t(inWarranty ? 'repair.warranty.in' : 'repair.warranty.out', { date })}</>
}

/** What a person on the way needs: how long, whether it is paid for, and how to get there. */
function Head({ row }: { row: RepairRow }) {
  const { t } = useText()
  const { place, phone, faultId, deviceId } = row
  const faultPage = useDetailAddress('fault')
  return (
    <Card className="repair-head">
      <div>
        <TimeLeft row={row} large />
        <p>
          <Warranty row={row} />
        </p>
      </div>
      <div className="repair-links">
        {place && (
          <a className={BUTTON_CLASSES.plain} href={`geo:${place[1]},${place[0]}?q=${place[1]},${place[0]}`}>
            {t('repair.navigate')}
          </a>
        )}
        {phone && (
          <a className={BUTTON_CLASSES.plain} href={`tel:${phone.replaceAll(/[^0-9+]/g, '')}`}>
            {t('repair.call')}
          </a>
        )}
        {faultId && (
          <ButtonLink to={faultPage?.(faultId) ?? `/device/detail/${deviceId}?tab=faults`}>
            {t('repair.fault')}
          </ButtonLink>
        )}
        <ButtonLink to={`/device/detail/${deviceId}`}>{t('repair.device')}</ButtonLink>
        <Button icon="sheet" onClick={() => window.print()}>
          {t('repair.print')}
        </Button>
      </div>
    </Card>
  )
}

interface SignatureProps {
  row: RepairRow
  field: 'workerSign' | 'customerSign'
  label: readonly (string | null)[]
}

/** What was drawn on the screen, or room for a pen. */
function Signature({ row, field, label }: SignatureProps) {
  const [file] = row[field]
  const place = { resource: repairRecordResource, row: row.id, field }
  return (
    <div>
      {file && <FilePicture place={place} file={file} />}
      <span>{label.filter(Boolean).join(' ')}</span>
    </div>
  )
}

/** The order on one sheet of paper, with room for two signatures. */
function Paper({ row }: { row: RepairRow }) {
  const { t } = useText()
  const { repairNo, status } = row
  return (
    <article className="repair-paper" aria-hidden="true">
      <h1>{`${byName('one.repairRecord')} ${repairNo}`}</h1>
      <p>
        {byName(`enum.repairStatus.${status}`)} · <Warranty row={row} />
      </p>
      <Detail resource={repairRecordResource} row={row} names={ON_PAPER} />
      <h2>{t('repair.parts')}</h2>
      <Detail resource={repairRecordResource} row={row} names={FEES} />
      <h2>{t('repair.signatures')}</h2>
      <div className="repair-signatures">
        <Signature row={row} field="workerSign" label={[t('repair.worker'), row.assigneeIdName]} />
        <Signature row={row} field="customerSign" label={[t('repair.customer'), row.customerName]} />
      </div>
    </article>
  )
}

function Overview({ row: stored }: { row: RepairRow }) {
  const { t } = useText()
  const waiting = useWaiting(stored.id)
  const row = useMemo(() => asEntered(stored, waiting), [stored, waiting])
  const retest = useRetest(stored)
  const isMobile = useMobile()
  return (
    <div className="stack repair-page">
      <WaitingEntries orderId={row.id} waiting={waiting} />
      <UnitOff row={row} />
      <Head row={row} />
      <div className="repair-work">
        <div className="stack">
          <FieldForm row={row} />
          <ReplaceForm row={stored} />
          <OrderExchanges row={row} />
        </div>
        <div className="stack">
          <RepairPhotos row={row} />
          <RetestPanel row={row} retest={retest} inBar={isMobile} />
          <Section title={t('repair.parts')} label={t('repair.parts')}>
            <Detail resource={repairRecordResource} row={row} names={FEES} />
          </Section>
        </div>
      </div>
      <Section title={t('detail.facts')}>
        <Detail resource={repairRecordResource} row={row} names={OTHERS} />
      </Section>
      {createPortal(<Paper row={row} />, document.body)}
      <ActionBar row={row} retest={retest} clashes={waiting.filter(({ meanwhile }) => meanwhile).length} />
    </div>
  )
}

/** One repair order: the time that is left, the re-test, the fees, and the sheet that prints. */
export default function RepairDetailScreen() {
  return (
    <DetailPage
      resource={repairRecordResource}
      slots={{
        title: repairTitle,
        head: (row, parts) => <RepairHead row={row} {...parts} />,
        form: { controls: { assigneeId: <AssigneeChoice /> } },
        overview: (row) => <Overview row={row} />,
      }}
    />
  )
}

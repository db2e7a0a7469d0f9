import { factsOf, type FieldName, repairRecordResource, type RepairRow } from '@sluice/contract'
import { createPortal } from 'react-dom'
import { byName, useText } from '../../lib/text/text.ts'
import { Button, BUTTON_CLASSES, ButtonLink } from '../../parts/button/button.tsx'
import { DetailPage } from '../../parts/detail-page/detail-page.tsx'
import { Glyph, levelGlyph } from '../../parts/icon/glyphs.tsx'
import { Detail } from '../../parts/section/detail.tsx'
import { Section } from '../../parts/section/section.tsx'
import { RetestPanel } from './retest-panel.tsx'
import { TimeLeft } from './time-left.tsx'
import './repair.css'

type Name = FieldName<typeof repairRecordResource>

const FACTS = factsOf(repairRecordResource) as readonly Name[]
const FEES: readonly Name[] = ['parts', 'laborFee', 'partsFee', 'totalFee', 'payState']
const OTHERS = FACTS.filter((name) => !FEES.includes(name))

function Warranty({ row: { inWarranty, warrantyUntil: date } }: { row: RepairRow }) {
  const { t } = useText()
  if (inWarranty === null || date === null) return <>{t('repair.warranty.unknown')}</>
  return <>{t(inWarranty ? 'repair.warranty.in' : 'repair.warranty.out', { date })}</>
}

/** What a person on the way needs: how long, whether it is paid for, and how to get there. */
function Head({ row }: { row: RepairRow }) {
  const { t } = useText()
  const { place, phone, faultId, deviceId } = row
  return (
    <section className="card panel repair-head">
      <TimeLeft row={row} large />
      <p>
        <Warranty row={row} />
      </p>
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
        <ButtonLink to={faultId ? `/device/detail/${deviceId}?tab=faults` : `/device/detail/${deviceId}`}>
          {t(faultId ? 'repair.fault' : 'repair.device')}
        </ButtonLink>
        <Button icon="sheet" onClick={() => window.print()}>
          {t('repair.print')}
        </Button>
      </div>
    </section>
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
      <Detail resource={repairRecordResource} row={row} names={OTHERS} />
      <h2>{t('repair.parts')}</h2>
      <Detail resource={repairRecordResource} row={row} names={FEES} />
      <h2>{t('repair.signatures')}</h2>
      <div className="repair-signatures">
        <span>{t('repair.worker')}</span>
        <span>{t('repair.customer')}</span>
      </div>
    </article>
  )
}

function Overview({ row }: { row: RepairRow }) {
  const { t } = useText()
  return (
    <div className="stack">
      <Head row={row} />
      <RetestPanel row={row} />
      <Section title={t('repair.parts')} label={t('repair.parts')}>
        <Detail resource={repairRecordResource} row={row} names={FEES} />
      </Section>
      <section className="card panel">
        <h2 className="part-title">{t('detail.facts')}</h2>
        <Detail resource={repairRecordResource} row={row} names={OTHERS} />
      </section>
      {createPortal(<Paper row={row} />, document.body)}
    </div>
  )
}

/** One repair order: the time that is left, the re-test, the fees, and the sheet that prints. */
export default function RepairDetailScreen() {
  return (
    <DetailPage
      resource={repairRecordResource}
      slots={{
        mark: ({ level }) => <Glyph name={levelGlyph(level)} toned />,
        overview: (row) => <Overview row={row} />,
      }}
    />
  )
}

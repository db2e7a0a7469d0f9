import { commissioningSheet, deviceResource } from '@sluice/contract'
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useSession } from '../../../lib/access/session.ts'
import { call } from '../../../lib/api/api.ts'
import { useRow } from '../../../lib/api/answer.ts'
import { toast } from '../../../lib/page/toast.ts'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { WaitBlocks } from '../../../parts/fetched/wait-blocks.tsx'
import { Glyph } from '../../../parts/icon/glyphs.tsx'
import { CommissionFrame, KeptNote } from './commission-frame.tsx'
import { minutesBetween } from './ground.rules.ts'
import { dropRefused, openOutbox, putDraft, sendKept, useOutbox } from '../../../lib/kept/outbox.ts'
import { addItem, changeDraft, draftIn, leaveDraft } from './outbox.ts'
import type { Draft } from './draft.ts'
import { StepPlace } from './step-place.tsx'
import { StepProof } from './step-proof.tsx'
import { type ReadDevice, StepScan } from './step-scan.tsx'
import { DraftFacts, StepSign } from './step-sign.tsx'
import './commission.css'

function newDraft({ id, row }: ReadDevice, userId: string): Draft {
  return {
    key: crypto.randomUUID(),
    userId,
    deviceId: id,
    name: row?.name ?? `#${id}`,
    deviceNo: row?.deviceNo ?? '',
    at: new Date().toISOString(),
    step: 2,
    place: null,
    address: row?.address ?? '',
    areaId: row?.areaId ?? null,
    areaName: row?.areaIdName ?? null,
    iccid: '',
    photos: [],
    trials: {},
    proven: [],
    needs: null,
    signedAt: null,
    state: null,
  }
}

/** Signed: on its way, or accepted. */
function Done({ draft }: { draft: Draft & { signedAt: string } }) {
  const { t } = useText()
  const navigate = useNavigate()
  const waits = useOutbox(({ items }) => items.some(({ begun }) => begun === draft.key))
  const isAccepted = draft.state === 'ACCEPTED' || draft.state === 'DEFECTIVE'
  const { min, s } = minutesBetween(draft.at, draft.signedAt)
  const print = async () => {
    const { id } = await call(commissioningSheet, { deviceId: draft.deviceId })
    void navigate(`/device/commissioning/${id}?print=1`)
  }
  return (
    <CommissionFrame
      title={t('commission.sheet')}
      step="done"
      foot={
        <div className="commission-two">
          <Button icon="sheet" disabled={!isAccepted} onClick={() => void print()}>
            {t('commission.print')}
          </Button>
          <Button kind="theme" className="commission-main" icon="scan" onClick={leaveDraft}>
            {t('commission.next')}
          </Button>
        </div>
      }
    >
      <h2 className="commission-found">
        {draft.name}
        <span className="num">{t('commission.took', { min, s })}</span>
      </h2>
      <DraftFacts draft={draft} />
      {isAccepted && !waits && (
        <p className={draft.state === 'ACCEPTED' ? 'commission-note green' : 'commission-note amber'} role="status">
          <Glyph name={draft.state === 'ACCEPTED' ? 'done' : 'level2'} />
          {t(draft.state === 'ACCEPTED' ? 'commission.accepted' : 'commission.acceptedDefects')}
        </p>
      )}
      <KeptNote />
    </CommissionFrame>
  )
}

/** Another one was asked for while this one is under way. */
function Unfinished({ draft, onGoOn }: { draft: Draft; onGoOn: () => void }) {
  const { t } = useText()
  return (
    <CommissionFrame
      title={t('commission.title')}
      step={1}
      foot={
        <>
          <Button kind="theme" className="commission-main" onClick={onGoOn}>
            {t('commission.goOnWith', { name: draft.name })}
          </Button>
          <Button kind="link" onClick={leaveDraft}>
            {t('commission.leaveAndBegin')}
          </Button>
        </>
      }
    >
      <p className="commission-note amber" role="alert">
        <Glyph name="level2" />
        {t('commission.unfinished', { name: draft.name })}
      </p>
      <KeptNote />
    </CommissionFrame>
  )
}

/** What was refused is taken back, and the step before it is shown again. */
function useRefusal(draft: Draft | null): void {
  const refused = useOutbox(({ items }) =>
    items.find((item) => item.begun === draft?.key && item.refused !== undefined),
  )
  useEffect(() => {
    if (!draft || refused?.deed !== 'accept' || draft.signedAt === null) return
    changeDraft({ signedAt: null, step: 4 })
  }, [draft, refused])
}

function Steps({ draft }: { draft: Draft }) {
  const { t } = useText()
  const refused = useOutbox(({ items }) => items.find((item) => item.begun === draft.key && item.refused !== undefined))
  const later = () => {
    toast('info', t('commission.leftWaiting', { name: draft.name }))
    leaveDraft()
  }
  if (refused && refused.deed !== 'accept')
    return (
      <CommissionFrame
        title={draft.name}
        step={draft.step}
        foot={
          <Button
            kind="theme"
            className="commission-main"
            onClick={() => {
              dropRefused(draft.key)
              if (refused.deed === 'begin') leaveDraft()
              else changeDraft({ step: 2 })
              void sendKept()
            }}
          >
            {t(refused.deed === 'begin' ? 'commission.startOver' : 'commission.mend')}
          </Button>
        }
      >
        <KeptNote />
      </CommissionFrame>
    )
  if (draft.signedAt !== null) return <Done draft={{ ...draft, signedAt: draft.signedAt }} />
  if (draft.step === 2) return <StepPlace draft={draft} onBack={later} />
  if (draft.step === 3) return <StepProof draft={draft} onBack={() => changeDraft({ step: 2 })} onLater={later} />
  return <StepSign draft={draft} onBack={() => changeDraft({ step: 3 })} />
}

/** Puts a device into service where it stands: code, position, proof, signatures. */
export function CommissionScreen() {
  const userId = useSession(({ userInfo }) => userInfo?.id ?? '')
  const of = useOutbox((state) => state.of)
  const draft = useOutbox(draftIn)
  const [search, setSearch] = useSearchParams()
  const wanted = search.get('device')
  const row = useRow(deviceResource, of === userId && draft === null ? wanted : null, { silent: true })
  useEffect(() => {
    if (of !== userId) void openOutbox(userId)
  }, [of, userId])
  useRefusal(draft)
  const isOther = draft !== null && wanted !== null && wanted !== draft.deviceId
  const isOver = isOther && draft.signedAt !== null
  useEffect(() => {
    if (isOver) leaveDraft()
  }, [isOver])
  const begin = (found: ReadDevice) => {
    const made = newDraft(found, userId)
    putDraft(made)
    void addItem('begin', made.key, { deviceId: made.deviceId, key: made.key, at: made.at }, made.key)
    setSearch({}, { replace: true })
  }
  if (of !== userId || (wanted !== null && draft === null && row.isLoading)) return <WaitBlocks rows={6} />
  if (draft && isOther) return <Unfinished draft={draft} onGoOn={() => setSearch({}, { replace: true })} />
  if (draft) return <Steps draft={draft} />
  return <StepScan key={wanted} initial={row.data && wanted ? { id: wanted, row: row.data } : null} onNext={begin} />
}

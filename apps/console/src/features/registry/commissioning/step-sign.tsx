import type { TrialStep } from '@sluice/contract'
import { Input } from 'antd'
import { usePermission } from '../../../lib/access/access.tsx'
import { useSession } from '../../../lib/access/session.ts'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { Glyph } from '../../../parts/icon/glyphs.tsx'
import { Fact, Facts } from '../../../parts/section/facts.tsx'
import { CommissionFrame, KeptNote } from './commission-frame.tsx'
import { saidMetres } from '../../../domain/metres.ts'
import { dropRefused, useOutbox } from '../../../lib/kept/outbox.ts'
import { addItem, changeDraft } from './outbox.ts'
import type { Strokes } from '../../../parts/signature/strokes.ts'
import type { Draft, Signing } from './draft.ts'
import { SignaturePad } from '../../../parts/signature/signature-pad.tsx'

const NO_STROKES: Strokes = []
const lines = (strokes: Strokes) => strokes.map((line) => [...line])

/** What was done and proven, in short. */
export function DraftFacts({ draft }: { draft: Draft }) {
  const { t } = useText()
  const { place, photos, needs, proven } = draft
  return (
    <Facts look="lines">
      <Fact name={t('commission.position')}>
        {place?.accuracyM == null
          ? t('commission.byMap')
          : [
              t('commission.accuracy', { m: saidMetres(place.accuracyM) }),
              ...(place.movedM ? [t('commission.moved', { m: saidMetres(place.movedM) })] : []),
            ].join(' · ')}
      </Fact>
      <Fact name={t('commission.photos')}>{t('commission.pictures', { n: photos.length })}</Fact>
      {(needs ?? (['FIRST_FRAME'] as TrialStep[])).map((step) => (
        <Fact key={step} name={t(`commission.short.${step}`)}>
          <span className={proven.includes(step) ? 'commission-ok' : 'commission-amber'}>
            <Glyph name={proven.includes(step) ? 'done' : 'unconfirmed'} />
            {t(proven.includes(step) ? 'commission.outcome.proven' : 'commission.outcome.unproven')}
          </span>
        </Fact>
      ))}
    </Facts>
  )
}

/** Both names, drawn; a defect in words where anything is unproven. */
export function StepSign({ draft, onBack }: { draft: Draft; onBack: () => void }) {
  const { t } = useText()
  const mayAccept = usePermission(['commissioning:accept'])
  const name = useSession((session) => session.name)
  const { installer = name, accepter = '', drawn = NO_STROKES, other = NO_STROKES, defects = '' } = draft.signing ?? {}
  const fill = (change: Signing) => changeDraft({ signing: { ...draft.signing, ...change } })
  const refused = useOutbox(({ items }) => items.find((item) => item.begun === draft.key && item.refused !== undefined))
  const isWhole = draft.needs !== null && draft.needs.every((step) => draft.proven.includes(step))
  const missing = [
    !mayAccept && t('commission.rightToAccept'),
    (!installer.trim() || drawn.length === 0) && t('commission.installerSign'),
    !isWhole && !defects.trim() && t('commission.defects'),
    (accepter.trim() === '') !== (other.length === 0) && t('commission.accepterSign'),
  ].filter((one) => typeof one === 'string')
  const sign = async () => {
    dropRefused(draft.key)
    const key = crypto.randomUUID()
    const at = new Date().toISOString()
    const item = { deviceId: draft.deviceId, begun: draft.key, key, at }
    const second = other.length > 0 ? { accepter: { name: accepter.trim(), strokes: lines(other) } } : {}
    const said = defects.trim() ? { defects: defects.trim() } : {}
    changeDraft({ signedAt: at })
    const first = { name: installer.trim(), strokes: lines(drawn) }
    await addItem('accept', draft.key, { ...item, installer: first, ...second, ...said }, key)
  }
  return (
    <CommissionFrame
      title={t('commission.signing')}
      step={4}
      onBack={onBack}
      foot={
        <>
          {missing.length > 0 && (
            <p className="commission-why">{t('commission.missing', { what: missing.join(t('list.comma')) })}</p>
          )}
          <Button kind="theme" className="commission-main" disabled={missing.length > 0} onClick={() => void sign()}>
            {t(isWhole && !defects.trim() ? 'commission.accept' : 'commission.acceptDefects')}
          </Button>
        </>
      }
    >
      <h2 className="commission-found">{draft.name}</h2>
      <DraftFacts draft={draft} />
      <label className="commission-defects">
        <span>{t(isWhole ? 'commission.defectsMay' : 'commission.defectsMust')}</span>
        <Input.TextArea
          value={defects}
          maxLength={300}
          autoSize={{ minRows: 1, maxRows: 4 }}
          aria-label={t('commission.defects')}
          onChange={({ target }) => fill({ defects: target.value })}
        />
      </label>
      <div className="commission-signatures">
        <div>
          <Input
            value={installer}
            maxLength={50}
            placeholder={t('commission.installer')}
            aria-label={t('commission.installer')}
            onChange={({ target }) => fill({ installer: target.value })}
          />
          <SignaturePad
            label={t('commission.installerSign')}
            value={drawn}
            onChange={(next) => fill({ drawn: next })}
          />
        </div>
        <div>
          <Input
            value={accepter}
            maxLength={50}
            placeholder={t('commission.accepter')}
            aria-label={t('commission.accepter')}
            onChange={({ target }) => fill({ accepter: target.value })}
          />
          <SignaturePad label={t('commission.accepterSign')} value={other} onChange={(next) => fill({ other: next })} />
        </div>
      </div>
      {refused && <KeptNote />}
    </CommissionFrame>
  )
}

import { GEO_KINDS, geoImport, type GeoKind, type GeoProblem } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, LONG_CALL_MS } from '../../../lib/api/api.ts'
import { forgetRows } from '../../../lib/api/query.ts'
import { useSession } from '../../../lib/access/session.ts'
import { useText } from '../../../lib/text/text.ts'
import { DepartmentSelect } from '../../../parts/form/department-select.tsx'
import { FileChoice } from '../../../parts/form/file-choice.tsx'
import { SideDialog } from '../../../parts/overlay/side-dialog.tsx'
import { callsOf, featuresOf } from './geojson-file.ts'
import { Select } from '../../../parts/control/select.tsx'

const LINES_SHOWN = 100

interface Line {
  index: number
  problem: GeoProblem
}

interface Outcome {
  inserted: number
  refused: readonly Line[]
}

/** Sends a file in as many calls as it needs and collects their results. */
async function send(features: readonly unknown[], deptId: string, kind: GeoKind | undefined): Promise<Outcome> {
  let inserted = 0
  let before = 0
  const refused: Line[] = []
  for (const part of callsOf(features)) {
    const answer = await call(
      geoImport,
      { deptId, features: part, ...(kind ? { kind } : {}) },
      { timeoutMs: LONG_CALL_MS },
    )
    inserted += answer.inserted
    for (const { index, problem } of answer.report) if (problem) refused.push({ index: before + index, problem })
    before += part.length
  }
  return { inserted, refused }
}

function Report({ outcome }: { outcome: Outcome }) {
  const { t, byName } = useText()
  return (
    <section aria-live="polite" data-testid="import-report">
      <p>{t('map.imported', { n: outcome.inserted })}</p>
      {outcome.refused.length > 0 && <p>{t('map.importRefused', { n: outcome.refused.length })}</p>}
      <ul className="import-lines">
        {outcome.refused.slice(0, LINES_SHOWN).map(({ index, problem }) => (
          <li key={index}>
            <span className="num t3">{t('map.importNumber', { n: index + 1 })}</span> {byName(`geoProblem.${problem}`)}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Imports a GeoJSON file into a department's geography. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t, byName } = useText()
  const client = useQueryClient()
  const home = useSession((session) => session.userInfo?.deptId ?? '')
  const [deptId, setDeptId] = useState(home)
  const [kind, setKind] = useState<GeoKind | ''>('')
  const [features, setFeatures] = useState<readonly unknown[] | null>(null)
  const [file, setFile] = useState<File | null>(null)
  const [wrong, setWrong] = useState(false)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  const read = async (chosen: File) => {
    const found = featuresOf(await chosen.text())
    setFile(chosen)
    setWrong(!found)
    setFeatures(found)
    setOutcome(null)
  }
  const start = async () => {
    setBusy(true)
    try {
      setOutcome(await send(features!, deptId, kind || undefined))
      setFeatures(null)
      setFile(null)
    } catch {
      // The request layer shows the failure.
    } finally {
      setBusy(false)
      await forgetRows(client, 'geoFeature')
    }
  }
  return (
    <SideDialog
      title={t('map.import')}
      busy={busy}
      ready={features !== null && features.length > 0 && deptId !== ''}
      confirmLabel={t('map.importStart')}
      onConfirm={() => void start()}
      onClose={onClose}
    >
      <div className="stack import-form">
        <FileChoice
          file={file}
          accept=".json,.geojson,application/geo+json"
          hint={t('map.importHint')}
          onFile={(chosen) => void read(chosen)}
        />
        {wrong && <p className="field-error">{t('map.importWrong')}</p>}
        {features && <p>{t('map.importFound', { n: features.length })}</p>}
        <label>
          {t('geoFeature.deptId')}
          <DepartmentSelect
            value={deptId}
            onChange={(value) => setDeptId(typeof value === 'string' ? value : '')}
            aria-label={t('geoFeature.deptId')}
          />
        </label>
        <label>
          {t('map.importKind')}
          <Select<GeoKind | ''>
            value={kind}
            aria-label={t('map.importKind')}
            options={[
              { value: '', label: t('map.importKindNone') },
              ...GEO_KINDS.map((one) => ({ value: one, label: byName(`enum.geoKind.${one}`) })),
            ]}
            onChange={setKind}
          />
        </label>
        {outcome && <Report outcome={outcome} />}
      </div>
    </SideDialog>
  )
}

import { MAX_SCRIPT, type ScriptFault } from '@sluice/contract'
import { lazy, Suspense } from 'react'
import { byName, useText } from '../../../../lib/text/text.ts'
import { Button } from '../../../../parts/button/button.tsx'
import { WaitBlocks } from '../../../../parts/fetched/wait-blocks.tsx'
import './payload-script.css'

const ScriptEditor = lazy(() => import('./script-editor.tsx'))

/** What a new script begins with: it runs, and reads nothing yet. */
const BEGINNING = `function decodeUplink({ bytes, topic, text, json, receivedAt }) {
  return {
    telemetry: {},
    attributes: {},
  }
}
`

interface Props {
  script: string | undefined
  /** Why it cannot be run, or what went wrong in the last try. */
  fault: ScriptFault | null
  problem: string | undefined
  readOnly: boolean
  /** Undefined: there is none any more. */
  onChange: (script: string | undefined) => void
}

/** The script that reads payloads which are no JSON of the protocol, before any other rule. */
export function PayloadScript({ script, fault, problem, readOnly, onChange }: Props) {
  const { t } = useText()
  if (script === undefined && readOnly) return null
  return (
    <section className="rule-part" aria-label={t('productEdit.script')}>
      <div className="row between rule-head">
        <h3>{t('productEdit.script')}</h3>
        {!readOnly && (
          <Button
            kind="link"
            icon={script === undefined ? 'plus' : 'cross'}
            onClick={() => onChange(script === undefined ? BEGINNING : undefined)}
          >
            {t(script === undefined ? 'productEdit.addScript' : 'productEdit.removeScript')}
          </Button>
        )}
      </div>
      {script === undefined ? (
        <p className="hint">{t('productEdit.scriptHint')}</p>
      ) : (
        <>
          <Suspense fallback={<WaitBlocks rows={6} />}>
            <ScriptEditor
              value={script}
              line={fault?.line ?? null}
              maxLength={MAX_SCRIPT}
              readOnly={readOnly}
              onChange={(next) => onChange(next.trim() === '' ? undefined : next)}
            />
          </Suspense>
          {fault ? <ScriptFaultText fault={fault} /> : <Reason reason={problem} />}
        </>
      )}
    </section>
  )
}

function Reason({ reason }: { reason: string | undefined }) {
  return reason ? (
    <small className="rule-problem" role="alert">
      {byName(`reason.${reason}`, reason)}
    </small>
  ) : null
}

/** What went wrong in a script: the cause in words, the line, and what the engine said. */
export function ScriptFaultText({ fault: { code, line, message } }: { fault: ScriptFault }) {
  const { t } = useText()
  return (
    <p className="rule-problem" role="alert">
      {line !== null && t('productEdit.scriptLine', { line })} {byName(`productEdit.scriptFault.${code}`, code)}{' '}
      <code className="mono">{message}</code>
    </p>
  )
}

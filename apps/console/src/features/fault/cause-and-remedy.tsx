import { useText } from '../../lib/text/text.ts'
import './cause-and-remedy.css'

interface Known {
  cause: string | null
  remedy: string | null
}

/** What usually causes a fault, and what to check, one step after the other. */
export function CauseAndRemedy({ cause, remedy }: Known) {
  const { t } = useText()
  const steps = (remedy ?? '').split('\n').filter((step) => step.trim() !== '')
  if (!cause && steps.length === 0) return <p className="t3">{t('fault.noWhy')}</p>
  return (
    <div className="cause-remedy" data-testid="cause-remedy">
      {cause && (
        <section>
          <h4>{t('fault.usualCause')}</h4>
          <p>{cause}</p>
        </section>
      )}
      {steps.length > 0 && (
        <section>
          <h4>{t('fault.steps')}</h4>
          <ol>
            {steps.map((step, at) => (
              <li key={at}>{step}</li>
            ))}
          </ol>
        </section>
      )}
    </div>
  )
}

import { useState } from 'react'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { CopyButton } from '../../../parts/secret.tsx'
import { CheckBox } from '../../../parts/control/check-box.tsx'

/** Shows the ten recovery codes once; the user confirms that they are saved before going on. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useText()
  const [kept, setKept] = useState(false)
  const name = t('totp.recoveryCodes')
  return (
    <div className="recovery">
      <div className="row">
        <strong>{name}</strong>
        <CopyButton text={codes.join('\n')} label={t('copy.label', { name })} />
      </div>
      <p className="hint">{t('totp.recoveryHint')}</p>
      <ol aria-label={name}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <CheckBox checked={kept} onChange={setKept}>
        {t('totp.kept')}
      </CheckBox>
      <Button kind="theme" disabled={!kept} onClick={onDone}>
        {t('totp.done')}
      </Button>
    </div>
  )
}

import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { CallFailure } from '../../lib/api/api-outcome.ts'
import { t as textOf, useText } from '../../lib/text/text.ts'
import { toast } from '../../lib/page/toast.ts'
import { Button } from '../../parts/button/button.tsx'
import { signInWithCode } from '../session/session-flow.ts'
import { LoginField } from './login-field.tsx'

const SIX_DIGITS = /^\d{6}$/

interface LoginCodeProps {
  pending: string
  /** Returns to name and password: on the user's request, or after the time limit. */
  onBack: () => void
}

/**
 * The code after the password. Six digits are sent automatically, whether typed, pasted or filled in by the browser.
 */
export function LoginCode({ pending, onBack }: LoginCodeProps) {
  const { t } = useText()
  const [code, setCode] = useState('')
  const [recovery, setRecovery] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])

  const send = async (typed: string) => {
    if (busy) return
    if (!typed.trim()) {
      setError(textOf('rule.enter', { field: textOf(recovery ? 'login.recovery' : 'totp.code') }))
      input.current?.focus()
      return
    }
    setBusy(true)
    setError(null)
    try {
      const left = await signInWithCode(pending, typed)
      if (left !== null) toast('warning', textOf('login.recoveryLeft', { n: left }))
    } catch (failure) {
      const reason = failure instanceof CallFailure ? failure.reason : null
      const text = failure instanceof Error ? failure.message : String(failure)
      if (reason === 'wrong-sign-in') {
        setError(text)
        setCode('')
        input.current?.focus()
      } else {
        toast('error', text)
        // This sign-in cannot be completed any more.
        if (reason === 'sign-in-expired' || reason === 'too-many-tries') onBack()
      }
    } finally {
      setBusy(false)
    }
  }

  const change = (typed: string) => {
    setCode(typed)
    setError(null)
    const digits = typed.replace(/\s/g, '')
    if (!recovery && SIX_DIGITS.test(digits)) void send(digits)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void send(code)
  }

  return (
    <form className="login-form" noValidate onSubmit={submit}>
      <p className="login-step">{t(recovery ? 'login.recoveryText' : 'login.codeText')}</p>
      <LoginField id="login-code" label={t(recovery ? 'login.recovery' : 'totp.code')} icon="shield" error={error}>
        <input
          ref={input}
          id="login-code"
          data-testid="login-code"
          name="code"
          autoComplete="one-time-code"
          inputMode={recovery ? 'text' : 'numeric'}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={24}
          value={code}
          aria-invalid={error !== null}
          aria-describedby={error ? 'login-code-error' : undefined}
          onChange={(event) => change(event.target.value)}
        />
      </LoginField>
      <Button type="submit" kind="theme" className="login-submit" busy={busy}>
        {t(busy ? 'login.busy' : 'login.submit')}
      </Button>
      <p className="login-others">
        <button
          type="button"
          className="link"
          onClick={() => {
            setRecovery(!recovery)
            setCode('')
            setError(null)
            input.current?.focus()
          }}
        >
          {t(recovery ? 'login.useCode' : 'login.useRecovery')}
        </button>
        <button type="button" className="link" onClick={onBack}>
          {t('login.back')}
        </button>
      </p>
    </form>
  )
}

import { type KeyboardEvent, type SubmitEvent, useRef, useState } from 'react'
import { CallFailure } from '../../lib/api/api-outcome.ts'
import { t as textOf, useText } from '../../lib/text/text.ts'
import { toast } from '../../lib/page/toast.ts'
import { Button } from '../../parts/button/button.tsx'
import { Glyph } from '../../parts/icon/glyphs.tsx'
import { Icon } from '../../parts/icon/icons.tsx'
import { signIn } from '../session/session-flow.ts'
import { LoginCode } from './login-code.tsx'
import { LoginField } from './login-field.tsx'

interface PasswordProps {
  value: string
  error: string | null
  onChange: (value: string) => void
  onBlur: () => void
}

/** SI-6: show/hide returns the focus; a hint is shown while Caps Lock is on. */
function PasswordField({ value, error, onChange, onBlur }: PasswordProps) {
  const { t } = useText()
  const input = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState(false)
  const [capitals, setCapitals] = useState(false)
  const watchCapitals = (event: KeyboardEvent) => setCapitals(event.getModifierState('CapsLock'))
  return (
    <>
      <LoginField id="login-password" label={t('login.password')} icon="padlock" error={error}>
        <input
          ref={input}
          id="login-password"
          data-testid="login-password"
          name="password"
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          value={value}
          aria-invalid={error !== null}
          aria-describedby={error ? 'login-password-error' : undefined}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={watchCapitals}
          onKeyUp={watchCapitals}
          onBlur={() => {
            setCapitals(false)
            onBlur()
          }}
        />
        <button
          type="button"
          className="bare"
          aria-label={t(shown ? 'login.hide' : 'login.show')}
          aria-pressed={shown}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => {
            setShown(!shown)
            input.current?.focus()
          }}
        >
          <Icon name={shown ? 'eyeOff' : 'eye'} />
        </button>
      </LoginField>
      {capitals && (
        <p className="login-hint" role="status">
          <Glyph name="level2" />
          {t('login.capsLock')}
        </p>
      )}
    </>
  )
}

/** Said when drawn, in the language of that moment. */
type Wrong = { username: (() => string) | null; password: (() => string) | null }

/** SI-2: the missing fields; a name of blanks is missing, a password of blanks is not. */
function missing(username: string, password: string): Wrong {
  return {
    username: username.trim() ? null : () => textOf('rule.enter', { field: textOf('login.username') }),
    password: password ? null : () => textOf('rule.enter', { field: textOf('login.password') }),
  }
}

export function LoginForm() {
  const { t } = useText()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<Wrong>({ username: null, password: null })
  const [busy, setBusy] = useState(false)
  const [pending, setPending] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const found = missing(username, password)
    setWrong(found)
    if (found.username || found.password) {
      form.current?.querySelector<HTMLInputElement>(found.username ? '#login-username' : '#login-password')?.focus()
      return
    }
    if (busy) return
    setBusy(true)
    try {
      setPending(await signIn(username, password))
    } catch (error) {
      const told = error instanceof CallFailure && error.shown
      if (!told) toast('error', error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }

  if (pending) {
    return (
      <LoginCode
        pending={pending}
        onBack={() => {
          setPending(null)
          setPassword('')
        }}
      />
    )
  }
  return (
    <form ref={form} className="login-form" noValidate onSubmit={(event) => void submit(event)}>
      <LoginField id="login-username" label={t('login.username')} icon="user" error={wrong.username?.() ?? null}>
        <input
          id="login-username"
          data-testid="login-username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={username}
          aria-invalid={wrong.username !== null}
          aria-describedby={wrong.username ? 'login-username-error' : undefined}
          onChange={(event) => setUsername(event.target.value)}
          onBlur={() => setWrong({ ...wrong, username: missing(username, password).username })}
        />
      </LoginField>
      <PasswordField
        value={password}
        error={wrong.password?.() ?? null}
        onChange={setPassword}
        onBlur={() => setWrong({ ...wrong, password: missing(username, password).password })}
      />
      <Button
        type="submit"
        kind="theme"
        className="login-submit"
        data-testid="login-submit"
        aria-busy={busy}
        disabled={busy}
      >
        {t(busy ? 'login.busy' : 'login.submit')}
      </Button>
    </form>
  )
}

import { loginKey, register, USERNAME_PATTERN } from '@sluice/contract'
import { type SubmitEvent, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { call } from '../../lib/api/api.ts'
import { CallFailure } from '../../lib/api/api-outcome.ts'
import { seal } from '../../lib/access/seal.ts'
import { useSite } from '../../lib/page/site.ts'
import { byName, t, useText } from '../../lib/text/text.ts'
import { toast } from '../../lib/page/toast.ts'
import { Button } from '../../parts/button/button.tsx'
import { isGoodPassword } from '../../parts/form/form-rules.ts'
import { Entrance } from './entrance.tsx'
import { LoginField } from './login-field.tsx'

const FIELDS = ['username', 'password', 'repeat'] as const
type FieldName = (typeof FIELDS)[number]
type Typed = Record<FieldName, string>
const LABELS = { username: 'login.username', password: 'login.password', repeat: 'register.repeat' } as const
const NAME = new RegExp(`^(?:${USERNAME_PATTERN})$`)

/** FR-1, FR-5, FR-6: the error of one of the three fields; the server checks them again. */
function registerError(name: FieldName, typed: Typed): string | null {
  const value = name === 'username' ? typed.username.trim() : typed[name]
  if (value === '') return t('rule.enter', { field: t(LABELS[name]) })
  if (name === 'username') return NAME.test(value) ? null : t('rule.user.username')
  if (name === 'password') return isGoodPassword(value) ? null : t('rule.password')
  return value === typed.password ? null : t('password.mismatch')
}

/** Said when drawn, in the language of that moment. */
type Wrong = Partial<Record<FieldName, (() => string | null) | null>>

function useRegister() {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState<Typed>({ username: '', password: '', repeat: '' })
  const [wrong, setWrong] = useState<Wrong>({})
  const [busy, setBusy] = useState(false)

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (busy) return
    setWrong(Object.fromEntries(FIELDS.map((name) => [name, () => registerError(name, typed)])))
    const first = FIELDS.find((name) => registerError(name, typed))
    if (first) {
      form.current?.querySelector<HTMLInputElement>(`#register-${first}`)?.focus()
      return
    }
    setBusy(true)
    try {
      const key = await call(loginKey, {})
      const sealed = await seal({ password: typed.password }, key)
      await call(register, { username: typed.username.trim(), sealed, keyId: key.keyId })
      toast('success', t('register.done'))
      await navigate('/login')
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      setWrong(
        Object.fromEntries(
          Object.entries(error.fields).map(([name, why]) => [name, () => byName(`reason.${why}`, why)]),
        ),
      )
    } finally {
      setBusy(false)
    }
  }
  const check = (name: FieldName) => setWrong({ ...wrong, [name]: () => registerError(name, typed) })
  return { form, typed, setTyped, wrong, check, busy, submit }
}

function RegisterForm() {
  const { form, typed, setTyped, wrong, check, busy, submit } = useRegister()
  return (
    <form ref={form} className="login-form" noValidate onSubmit={(event) => void submit(event)}>
      {FIELDS.map((name) => {
        const error = wrong[name]?.() ?? null
        const icon = name === 'username' ? 'user' : 'padlock'
        return (
          <LoginField key={name} id={`register-${name}`} label={t(LABELS[name])} icon={icon} error={error}>
            <input
              id={`register-${name}`}
              name={name}
              type={name === 'username' ? 'text' : 'password'}
              autoComplete={name === 'username' ? 'username' : 'new-password'}
              autoCapitalize="none"
              spellCheck={false}
              maxLength={64}
              value={typed[name]}
              aria-invalid={Boolean(error)}
              aria-describedby={error ? `register-${name}-error` : undefined}
              onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
              onBlur={() => check(name)}
            />
          </LoginField>
        )
      })}
      <Button type="submit" kind="theme" className="login-submit" busy={busy}>
        {t(busy ? 'register.busy' : 'register.submit')}
      </Button>
    </form>
  )
}

/** SI-26: registers an account, which has no permissions until an administrator grants some. */
export default function RegisterPage() {
  useText()
  const site = useSite()
  if (!site.known) return null
  return (
    <Entrance title={t('register.title')} lead={t(site.registration ? 'register.hint' : 'register.closed')}>
      {site.registration && <RegisterForm />}
      <p className="login-links">
        <Link className="link" to="/login">
          {t('page.backToLogin')}
        </Link>
      </p>
    </Entrance>
  )
}

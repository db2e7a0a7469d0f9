import type { FormInstance } from 'antd'
import { useEffect, useRef } from 'react'
import { useText } from '../../lib/text/text.ts'

type Path = (string | number)[]
interface Refused {
  path: Path
  value: unknown
  say: () => string
}

/** By form: what the server refused, and how that is said in the language of the moment. */
const refusedIn = new WeakMap<FormInstance, Refused[]>()

/** Shows refusals of the server under their fields, and remembers them for a change of the language. */
export function showRefused(form: FormInstance, refused: readonly Omit<Refused, 'value'>[]): void {
  refusedIn.set(
    form,
    refused.map((one) => ({ ...one, value: form.getFieldValue(one.path) as unknown })),
  )
  form.setFields(refused.map(({ path, say }) => ({ name: path, errors: [say()] })))
}

/** Errors that are shown when the language changes are said again in the new one. */
export function useErrorLanguage(form: FormInstance): void {
  const { language } = useText()
  const said = useRef(language)
  useEffect(() => {
    if (said.current === language) return
    said.current = language
    const wrong = form.getFieldsError().filter(({ errors }) => errors.length > 0)
    if (wrong.length === 0) return
    const isShown = ({ path, value }: Refused) =>
      wrong.some(({ name }) => name.join('.') === path.join('.')) && form.getFieldValue(path) === value
    const refused = (refusedIn.get(form) ?? []).filter(isShown)
    const sayAgain = () => form.setFields(refused.map(({ path, say }) => ({ name: path, errors: [say()] })))
    form.validateFields(wrong.map(({ name }) => name)).then(sayAgain, sayAgain)
  }, [form, language])
}

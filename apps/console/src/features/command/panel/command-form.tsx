import type { CommandDef } from '@sluice/contract'
import { type ComponentProps, useState } from 'react'
import {
  type Given,
  givenParameters,
  lacksParameter,
  nameOfCommand,
  ParameterFields,
} from '../../../domain/command/command-parameters.tsx'
import { useText } from '../../../lib/text/text.ts'
import type { Button as ButtonPart } from '../../../parts/button/button.tsx'
import { Button } from '../../../parts/button/button.tsx'

/** What of a command its form needs; a device of a list may know less of it. */
export type Asked = Pick<CommandDef, 'code'> & Partial<Pick<CommandDef, 'name' | 'params' | 'danger'>>

interface FormProps {
  def: Asked
  button: ComponentProps<typeof ButtonPart>
  onSend: (params: Given) => void
}

/** A command with what it needs to be told: within the bounds of its product, or it cannot be sent. */
export function CommandForm({ def, button, onSend }: FormProps) {
  useText()
  const [given, setGiven] = useState<Given>({})
  const params = def.params ?? {}
  const missing = lacksParameter(params, given)
  return (
    <form
      className="command-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!missing && !button.disabled) onSend(givenParameters(params, given))
      }}
    >
      <ParameterFields params={params} given={given} onChange={setGiven} />
      <Button {...button} type="submit" disabled={button.disabled || missing}>
        {nameOfCommand(def)}
        {(def.danger ?? 'NONE') === 'NONE' ? '' : '…'}
      </Button>
    </form>
  )
}

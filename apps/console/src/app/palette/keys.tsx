import { Fragment } from 'react'

/** Keys one after another, as they are pressed. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="keys">
      {keys.map((key, at) => (
        <Fragment key={key}>
          {at > 0 && ' '}
          <kbd>{key}</kbd>
        </Fragment>
      ))}
    </span>
  )
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The modifier key of shortcuts on this machine. */
export const COMMAND_KEY = isApple ? '⌘' : 'Ctrl'

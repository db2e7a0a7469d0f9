import { Fragment } from 'react'

/** Keys one after the other, as they are pressed. */
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

/** The key beside the space bar that this machine commands with. */
export const COMMAND_KEY = isApple ? '⌘' : 'Ctrl'

import { create } from 'zustand'

export interface Question {
  title: string
  text: string
  /** What the question is about, line by line; a line with an address is a link, which answers no. */
  lines?: readonly QuestionLine[]
  /** Without it there is nothing to confirm, and one button closes the box. */
  confirm?: string
  cancel: string
  danger?: boolean
  testId?: string
}

export interface QuestionLine {
  text: string
  to: string | null
}

interface AskState {
  open: (Question & { answer: (yes: boolean) => void }) | null
}

export const useAsk = create<AskState>()(() => ({ open: null }))

/** Closes the question when its user is gone: it counts as refused. */
export function dropQuestion(): void {
  useAsk.getState().open?.answer(false)
}

/** Asks one modal question at a time; a second one while the first is open counts as refused. */
export function ask(question: Question): Promise<boolean> {
  if (useAsk.getState().open) return Promise.resolve(false)
  return new Promise((resolve) => {
    useAsk.setState({
      open: {
        ...question,
        answer: (yes) => {
          useAsk.setState({ open: null })
          resolve(yes)
        },
      },
    })
  })
}

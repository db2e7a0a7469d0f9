type Step = () => unknown

/** Clean-up steps, run in reverse order: processes, connections, folders. */
export interface Undo {
  add(step: Step): void
  /** Runs every step once; a failing one does not stop the others. */
  all(): Promise<void>
}

export function createUndo(): Undo {
  const steps: Step[] = []
  let running: Promise<void> | undefined
  return {
    add(step) {
      steps.push(step)
    },
    all() {
      // Ctrl-C during the clean-up must wait for it, not start another.
      running ??= undo(steps).finally(() => {
        running = undefined
      })
      return running
    },
  }
}

async function undo(steps: Step[]): Promise<void> {
  for (let step = steps.pop(); step; step = steps.pop()) {
    try {
      await step()
    } catch (error) {
      process.stderr.write(`clean-up: ${error instanceof Error ? error.message : String(error)}\n`)
    }
  }
}

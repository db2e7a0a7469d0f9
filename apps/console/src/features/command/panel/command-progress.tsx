import type { Command } from '@sluice/contract'
import { CommandChip } from './command-chip.tsx'
import { StepDots } from './step-line.tsx'
import { stepsOf } from './steps.ts'
import './command-box.css'

/** How far a command is, in one line: its five steps, and its state with a stopwatch. */
export function CommandProgress({ command }: { command: Command }) {
  return (
    <>
      <StepDots steps={stepsOf(command)} />
      <span className="grow" />
      <CommandChip command={command} watch />
    </>
  )
}

import { useCommandEvents, useCommandMarks } from '../features/command/drawing/command-marks.ts'
import { FaultPage } from '../features/fault/page/fault-page.tsx'

/** Joins features that do not know each other: a fault, and the commands of its device. */
export default function FaultDetail() {
  return <FaultPage useMarks={useCommandMarks} useCommandEvents={useCommandEvents} />
}

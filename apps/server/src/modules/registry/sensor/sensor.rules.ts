import { type FieldReason, type GivenValues, pointProblems, type sensorCalibrationResource } from '@sluice/contract'

type Given = GivenValues<typeof sensorCalibrationResource>

/** A calibration as it was sent, with what is known of its sensor and the calendar; days are `YYYY-MM-DD`. */
export interface ToCalibrate {
  given: Given
  /** The device measures it. */
  measured: boolean
  today: string
}

/** Why a calibration is refused: field -> reason. Days are written so that they sort as text. */
export function calibrationProblems({ given, measured, today }: ToCalibrate): Record<string, FieldReason> {
  const { way, calibratedOn, dueDate, certificateNo } = given
  // The end of a calibration is a call of its own.
  if (way !== 'TWO_POINT' && way !== 'SHIFT') return { way: 'not-an-option' }
  if (!measured) return { metric: 'not-calibrated' }
  const problems = pointProblems(way, given)
  if (calibratedOn && calibratedOn > today) problems['calibratedOn'] = 'not-an-option'
  if (dueDate && dueDate < (calibratedOn ?? today)) problems['dueDate'] = 'before-start'
  // Two points are the work of a laboratory, which writes a certificate; one is a check in the field.
  if (way === 'TWO_POINT' && !certificateNo) problems['certificateNo'] = 'required'
  return problems
}

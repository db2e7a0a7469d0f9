/** Asks for coils (1), discrete inputs (2), holding registers (3) or input registers (4). */
interface ModbusReadRequest {
  dir: 'request'
  fc: 1 | 2 | 3 | 4
  start: number
  quantity: number
}

/** Coils or discrete inputs: eight for each byte, whatever was asked for, as the frame does not say how many count. */
interface ModbusBitsResponse {
  dir: 'response'
  fc: 1 | 2
  coils: boolean[]
}

/** Words of 16 bits. */
interface ModbusRegistersResponse {
  dir: 'response'
  fc: 3 | 4
  registers: number[]
}

interface ModbusWriteCoil {
  dir: 'request-or-response'
  fc: 5
  address: number
  value: boolean
}

interface ModbusWriteRegister {
  dir: 'request-or-response'
  fc: 6
  address: number
  value: number
}

interface ModbusWriteCoilsRequest {
  dir: 'request'
  fc: 15
  start: number
  coils: boolean[]
}

interface ModbusWriteRegistersRequest {
  dir: 'request'
  fc: 16
  start: number
  registers: number[]
}

interface ModbusWriteResponse {
  dir: 'response'
  fc: 15 | 16
  start: number
  quantity: number
}

/** A refusal: `fc` as on the wire, 128 more than the function that was refused; the code is any byte. */
interface ModbusException {
  dir: 'exception'
  fc: number
  exceptionCode: number
}

/**
 * What both transports carry. `dir` is of the bytes alone: writes of one coil or register look the same both ways. Addresses are those
 * of the wire, from 0: register 40001 is 0.
 */
export type ModbusPdu =
  | ModbusReadRequest
  | ModbusBitsResponse
  | ModbusRegistersResponse
  | ModbusWriteCoil
  | ModbusWriteRegister
  | ModbusWriteCoilsRequest
  | ModbusWriteRegistersRequest
  | ModbusWriteResponse
  | ModbusException

/** `unit` 0..255; 0 is a broadcast. */
export type ModbusRtuMessage = ModbusPdu & { unit: number }

/** `transaction` 0..65535 is the client's, the server gives it back. */
export type ModbusTcpMessage = ModbusPdu & { unit: number; transaction: number }

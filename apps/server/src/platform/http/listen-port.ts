/** A port to listen on: `fixed` was asked for by the operator, a default may move to a free one. */
export interface ListenPort {
  port: number
  fixed: boolean
}

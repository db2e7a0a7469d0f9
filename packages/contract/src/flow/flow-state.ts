/** What a flow is about; by the first of them other modules find theirs (domain 9.1). */
export const FLOW_TYPES = ['LEAVE', 'GENERAL'] as const
export type FlowType = (typeof FLOW_TYPES)[number]
export const INSTANCE_STATES = ['RUNNING', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'TERMINATED'] as const
export type InstanceState = (typeof INSTANCE_STATES)[number]

export * from './catalogue.ts'
export * from './device-type.ts'
export * from './metric.ts'
export * from './types/sl651.mapping.ts'

import { endpoints } from './endpoints'

/** Answered by a transport itself, or kept free: a listener of its own has the metrics. */
const ofTransports = ['session', 'metrics'] as const

/**
 * First segments of every address that the service takes for itself (N6): no organization is made with such a
 * name, and the interface's files do not answer there.
 */
export const servicePrefixes: ReadonlySet<string> = new Set([
  ...Object.values(endpoints).map((endpoint) => /\/([^/{]*)/.exec(endpoint)?.[1] ?? ''),
  ...ofTransports
])

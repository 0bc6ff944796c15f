import type { z } from 'zod'
import type { ReadOnly } from '../read-only'
import type { event } from './shapes'

/**
 * One event of the live stream (`GET /events`, server-sent events). The SSE event name is `type`, its data
 * the whole object. `seq` counts up within one run of the service: a gap, or a new `run`, means: read again
 * what you show.
 */
export type ServiceEvent = ReadOnly<z.infer<typeof event>>

export type ServiceEventBody = WithoutSeq<ServiceEvent>

export type FileEvent = Extract<ServiceEventBody, { readonly type: 'file' }>

/** Each of a union for itself. */
type WithoutSeq<T> = T extends unknown ? Omit<T, 'seq'> : never

import { headers as names } from '../headers'

/** What a change asks for before it is made. */
export interface Conditions {
  /** Refuse with `precondition-failed` unless this is the current ETag; `*`: any, but the file must exist. */
  readonly ifMatch?: string
  /** `*`: refuse with `precondition-failed` when there is a file. */
  readonly ifNoneMatch?: string
}

/** A name for the `progress` events of long work, by which `stopOperation` stops it. */
export interface OperationOptions {
  readonly operation?: string
}

/** The headers of a change. */
export const headersOf = ({
  ifMatch,
  ifNoneMatch,
  session,
  operation
}: Conditions & OperationOptions & { readonly session?: string }) => ({
  'If-Match': ifMatch,
  'If-None-Match': ifNoneMatch,
  [names.session]: session,
  [names.operation]: operation
})

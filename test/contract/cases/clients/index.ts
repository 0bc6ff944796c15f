import type { Transport } from '../../transport'
import { adminServiceCases } from './admin-service'
import { collaborationCases } from './collaboration'
import { frontEndCases } from './front-end'
import { openApiClientCases } from './openapi-client'
import { structuredContentCases } from './structured-content'

/** Clients that nobody here wrote, told again: what each kind of them sends, in order, with what it looks at in the answers. */
export function clientCases(open: () => Promise<Transport>): void {
  frontEndCases(open)
  collaborationCases(open)
  structuredContentCases(open)
  adminServiceCases(open)
  openApiClientCases(open)
}

import type { TrustInfo } from '../../common/trust'
import { whatItWouldDo } from './would-do'
import { requireOwner } from '../permissions/access'
import type { Methods, ServiceContext } from '../http/context'

/** `GET /app/trust` (T1): whether the workspace is trusted on this computer, and what it sets going then. The owner's alone. */
export function trustRoutes({ store, trust }: ServiceContext): Methods {
  return {
    async GET(c) {
      requireOwner(c.env.caller)
      const { state, howTo } = trust
      const answer: TrustInfo = { state, howTo, wouldDo: await whatItWouldDo(store) }
      return Response.json(answer, { headers: { 'Cache-Control': 'no-store' } })
    }
  }
}

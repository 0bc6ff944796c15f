import { GalleyError } from '../../common/errors'
import type { Methods, ServiceContext } from '../http/context'

/** `DELETE /app/operations/{name}`: asks a long move, copy or deletion to stop. Only who began it knows it. */
export function operationRoutes({ operations }: ServiceContext): Methods {
  return {
    DELETE(c) {
      const name = c.req.param('name') ?? ''
      if (operations.stop(name, c.env.caller)) return new Response(null, { status: 204 })
      throw new GalleyError('not-found', 'Nothing of this name is under way (any more).', { where: name })
    }
  }
}

import { GalleyError } from '../../common/errors'
import { requireOwner } from '../permissions/access'
import type { Methods, ServiceContext } from '../http/context'
import { loadSample } from './sample'

/** `POST /app/sample`: writes the sample site into the workspace, with its history. */
export function sampleRoutes({ store, options, settings }: ServiceContext): Methods {
  return {
    async POST(c) {
      requireOwner(c.env.caller)
      if (options.sampleFolder === undefined) {
        throw new GalleyError('not-found', 'This installation of Galley comes without sample content.')
      }
      const loaded = await loadSample(
        store,
        options.sampleFolder,
        Date.now(),
        (await settings()).value.serviceFolder
      )
      return Response.json(loaded, { status: 201, headers: { 'Cache-Control': 'no-store' } })
    }
  }
}
